package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// adopted gives what the guest of a table said to who signs in on the same device, if
// they want that: conversations, what is known of them, and requests. Then the guest of
// the table is forgotten. Cut off, it goes on when it is asked again.
func (srv *Server) adopted(r *http.Request, to string) error {
	from, _ := srv.visitor(r)
	if from == "" || from == to {
		return nil
	}
	ctx := context.WithoutCancel(r.Context())
	threads, err := srv.moveThreads(ctx, from, to)
	if err != nil {
		return err
	}
	if err := srv.o.Book.Adopt(ctx, from, to, threads); err != nil {
		return err
	}
	if err := srv.kept.Inbox.Adopt(ctx, from, to, threads); err != nil {
		return err
	}
	if err := learn.Adopt(ctx, srv.o.Store, from, to); err != nil {
		return err
	}
	_, err = srv.o.Book.Forget(ctx, from, memory.What{All: true})
	return err
}

// moveThreads copies the conversations of a guest, under the names that they have for
// that guest, and returns what each is called now.
func (srv *Server) moveThreads(ctx context.Context, from, to string) (map[string]string, error) {
	all, err := srv.o.Store.List(ctx, from, 0)
	if err != nil {
		return nil, err
	}
	moved := map[string]string{}
	for _, t := range all {
		said, err := srv.o.Store.Messages(ctx, t.ID, from, 0)
		if err != nil {
			return nil, err
		}
		own, err := thread.OpenNamed(ctx, srv.o.Store, t.ID, to)
		if err != nil {
			return nil, err
		}
		moved[t.ID] = own.ID
		had, err := srv.o.Store.Messages(ctx, own.ID, to, 1)
		if err == nil && len(had) == 0 && len(said) > 0 {
			err = srv.o.Store.Append(ctx, own.ID, to, said...)
		}
		if err == nil && own.Title != t.Title {
			err = srv.o.Store.Rename(ctx, own.ID, to, t.Title)
		}
		if err != nil && !errors.Is(err, thread.ErrNotFound) { // deleted meanwhile
			return nil, err
		}
	}
	return moved, nil
}
