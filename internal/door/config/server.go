package config

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// Server is where and whom "maitre serve" answers.
type Server struct {
	Addr     string
	Auth     string   // demo or token
	Hosts    []string // names besides localhost
	Origins  []string // of other sites
	Operator string   // "": nobody in particular
	Webhook  Address  // "": none
	Signs    Secret   // what the webhook is signed with
}

// list reads values that are separated by commas.
func list(text string) []string {
	var all []string
	for _, v := range strings.Split(text, ",") {
		if v = strings.ToLower(strings.TrimSpace(v)); v != "" {
			all = append(all, v)
		}
	}
	return all
}

func checkListen(text string) error {
	_, port, err := net.SplitHostPort(text)
	if n, perr := strconv.Atoi(port); err != nil || perr != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%q is no host:port; write one such as 127.0.0.1:8080", text)
	}
	return nil
}

func checkHosts(text string) error {
	for _, name := range list(text) {
		if strings.ContainsAny(name, ":/ *@") {
			return fmt.Errorf("%q is no name of a host; write one such as maitre.example.com, without scheme and port", name)
		}
	}
	return nil
}

func checkOrigins(text string) error {
	for _, origin := range list(text) {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || origin != u.Scheme+"://"+u.Host {
			return fmt.Errorf("%q is no origin; write one such as https://example.com, without a path", origin)
		}
	}
	return nil
}
