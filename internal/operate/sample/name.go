package sample

import (
	"math/rand/v2"
	"strings"
)

// clientName fills a pattern of the segment: $given and $friend, $family and
// $other, $dono (a Brazilian owner, with the article), $color and $thing.
func clientName(r *rand.Rand, segment string) string {
	fill := strings.NewReplacer(
		"$given", pick(r, given), "$friend", pick(r, given), "$family", pick(r, family), "$other", pick(r, family),
		"$dono", pick(r, owners), "$color", pick(r, colors), "$thing", pick(r, things),
	)
	return fill.Replace(pick(r, patterns[segment]))
}

var patterns = map[string][]string{
	"bar": {
		"Bar $dono", "Boteco $dono", "The $color $thing", "$family's Tavern", "$thing Tap Room",
		"Taberna $given", "$given & $friend's Bar", "The $thing on Main",
	},
	"restaurant": {
		"Cantina $dono", "$given's Kitchen", "Casa $family", "$color $thing Grill", "$family & $other",
		"Trattoria $given", "Churrascaria $family", "$given $family's Table",
	},
	"shop": {
		"$thing Bottle Shop", "$family Beverages", "Empório $dono", "$color $thing Market", "$given's Corner Store",
	},
	"hotel": {
		"Hotel $family", "The $thing Inn", "Pousada $dono", "$color $thing Lodge", "$family House",
	},
	"home": {"$given $family", "$given $family", "$given $family-$other"},
}

var (
	owners = list("do Zeca, da Lia, do Tião, da Dona Nair, do Beto, da Rosa, do Seu Nino, da Tereza, do Chico, da Bia, do Juca, " +
		"da Inês, do Léo, da Cida, do Seu Osvaldo, da Marlene, do Tonico, da Jô, do Caíque, da Vó Dalva, do Edu, da Zuleica, do Nélson, " +
		"da Sônia, do Moacir, da Graça, do Dinho, da Célia, do Raimundo, da Iracema, do Waldir, da Neide")
	colors = list("Blue, Copper, Crimson, Golden, Green, Ivory, Silver, Crooked, Gentle, Lucky, Quiet, Wandering, Old, Little")
	things = list("Anchor, Badger, Barrel, Compass, Fox, Harbor, Heron, Juniper, Kettle, Lantern, Magpie, Maple, Meadow, " +
		"Oak, Otter, Owl, Pelican, Pine, Raven, Rooster, Sparrow, Thistle, Whistle, Willow")
	given = list("Aaliyah, Abebe, Aiko, Amara, Ana, André, Anika, Antônio, Ayşe, Benjamin, Björn, Camila, Carlos, Chen, Chloé, " +
		"Dalia, Darnell, Dmitri, Elena, Emeka, Emily, Fátima, Gabriel, Grace, Hana, Hassan, Iara, Ingrid, Isaac, Jamal, Jin, " +
		"José, Kavya, Kofi, Leilani, Liam, Lúcia, Mai, Marcus, María, Mateus, Mei, Miguel, Nadia, Naomi, Nina, Noah, Olga, " +
		"Omar, Priya, Rafael, Rosa, Samuel, Sofia, Tariq, Thandiwe, Tomás, Valentina, Wei, Yara, Yusuf, Zoë")
	family = list("Abara, Almeida, Andersen, Asante, Bauer, Begay, Campos, Carvalho, Castillo, Chowdhury, Cohen, Costa, Dubois, " +
		"Edwards, Esposito, Farah, Ferreira, Fischer, Flores, Garcia, Gupta, Haddad, Hernández, Hoang, Ibrahim, Ito, Jackson, " +
		"Jensen, Kaplan, Kim, Kowalski, Larsen, Lima, Lopez, Mbeki, Mendes, Moreau, Murphy, Nakamura, Nguyen, Novak, O'Brien, " +
		"Okafor, Oliveira, Park, Patel, Pereira, Petrov, Quispe, Ramos, Reyes, Rossi, Santos, Schmidt, Silva, Singh, Souza, " +
		"Suzuki, Tran, Walker, Washington, Yilmaz, Zhang")
)

func list(text string) []string { return strings.Split(text, ", ") }
