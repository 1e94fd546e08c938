// Package outside is a folder of adapters to services that are not the house's:
// breweries, places on a map, a search of the web, and the HTTP client they share.
package outside
