package scrub

import "strings"

// validCPF reports whether d are the 11 digits of a CPF. All digits equal pass
// the sums but are given to nobody.
func validCPF(d string) bool {
	return len(d) == 11 && !allEqual(d) && mod11(d[:9], 10, 2) == d[9] && mod11(d[:10], 11, 2) == d[10]
}

// validCNPJ reports whether d are the 14 places of a CNPJ. Since July 2026 the
// first twelve may be letters, which count as their ASCII code less 48.
func validCNPJ(d string) bool {
	return len(d) == 14 && !allEqual(d) && mod11(d[:12], 5, 9) == d[12] && mod11(d[:13], 6, 9) == d[13]
}

// mod11 returns the check digit of d: weights go down from first to 2, then
// from again.
func mod11(d string, first, again int) byte {
	sum, w := 0, first
	for _, b := range []byte(d) {
		sum += int(b-'0') * w
		if w--; w < 2 {
			w = again
		}
	}
	if sum %= 11; sum < 2 {
		return '0'
	}
	return byte(11-sum) + '0'
}

// validSSN reports whether d may have been given to somebody: no area is 000,
// 666 or above 899, no group 00 and no serial number 0000.
func validSSN(d string) bool {
	return d[:3] != "000" && d[:3] != "666" && d < "9" && d[3:5] != "00" && d[5:] != "0000"
}

// validCard reports whether d is the number of a payment card: a length and a
// first part that some issuer has, and Luhn's check digit.
func validCard(d string) bool {
	return len(d) >= 13 && len(d) <= longest && issued(d) && !allEqual(d) && luhn(d)
}

// issued reports whether cards of this length start like d. Beyond the brands
// of the world it covers Elo, Hipercard and the store cards of Brazil, which
// start with 3, 4, 5 or 6.
func issued(d string) bool {
	two, four := d[:2], d[:4]
	visa := d[0] == '4'
	diners := two == "30" && four <= "3059" || two == "36" || two == "38" || two == "39"
	maestro := two == "50" || two >= "56" && two <= "69" && two != "59"
	switch len(d) {
	case 13:
		return visa
	case 14:
		return diners
	case 15:
		return two == "34" || two == "37" || four == "1800" || four == "2131"
	case 16:
		return visa || maestro || diners || two >= "51" && two <= "55" || four >= "2221" && four <= "2720" || four >= "3528" && four <= "3589"
	case 19:
		return visa || maestro
	}
	return maestro
}

func luhn(d string) bool {
	sum := 0
	for i := range len(d) {
		v := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

func allEqual(d string) bool { return strings.Count(d, d[:1]) == len(d) }
