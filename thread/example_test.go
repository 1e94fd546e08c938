package thread_test

import (
	"fmt"

	"github.com/maitre-dev/maitre/thread"
)

func ExampleCheckID() {
	fmt.Println(thread.CheckID("friday-14"))
	fmt.Println(thread.CheckID("friday/14"))
	// Output:
	// <nil>
	// an id has letters, digits, '.', '_' and '-', not '/'
}

func ExampleTitle() {
	fmt.Println(thread.Title([]thread.Message{
		{Role: thread.RoleAssistant, Text: "Boa noite!"},
		{Role: thread.RoleUser, Text: "Que cerveja\nvai bem com uma moqueca de camarão para quatro pessoas?"},
	}))
	// Output: Que cerveja vai bem com uma moqueca de camarão para quatro…
}
