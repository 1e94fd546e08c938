// Package door is a folder of the ways into the house: the command line, the server
// and its page, AG-UI, the OpenAI format and MCP, and the configuration they share.
package door
