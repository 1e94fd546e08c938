package sqlite_test

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

type store interface {
	storetest.MemoryStore
	llm.Ledger
	retrieve.Store
	semcache.Store
	storetest.Secrets
	storetest.Releases
	event.Tail
	token.Store
}

// twins sends each call to the other of two stores that hold the same file.
// SQLite's locks belong to a handle, so two of them are as two processes.
type twins struct {
	stores [2]store
	calls  atomic.Uint32
}

func (p *twins) next() store { return p.stores[p.calls.Add(1)%2] }

func (p *twins) Open(ctx context.Context, id, guest string) (thread.Thread, error) {
	return p.next().Open(ctx, id, guest)
}

func (p *twins) Messages(ctx context.Context, id, guest string, last int) ([]thread.Message, error) {
	return p.next().Messages(ctx, id, guest, last)
}

func (p *twins) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	return p.next().Append(ctx, id, guest, ms...)
}

func (p *twins) List(ctx context.Context, guest string, limit int) ([]thread.Thread, error) {
	return p.next().List(ctx, guest, limit)
}

func (p *twins) Spend(ctx context.Context, day string, amount, limit llm.USD) (llm.USD, bool, error) {
	return p.next().Spend(ctx, day, amount, limit)
}

func (p *twins) Save(ctx context.Context, cp *graph.Checkpoint, events []event.Event) error {
	return p.next().Save(ctx, cp, events)
}

func (p *twins) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	return p.next().AppendEvents(ctx, run, version, events)
}

func (p *twins) Load(ctx context.Context, run string) (*graph.Checkpoint, error) {
	return p.next().Load(ctx, run)
}

func (p *twins) Due(ctx context.Context, graph string, now time.Time, limit int) ([]string, error) {
	return p.next().Due(ctx, graph, now, limit)
}

func (p *twins) Stalled(ctx context.Context, graph string, before time.Time, limit int) ([]string, error) {
	return p.next().Stalled(ctx, graph, before, limit)
}

func (p *twins) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	return p.next().Events(ctx, run, after, limit)
}

func (p *twins) Runs(ctx context.Context, thread string) ([]string, error) {
	return p.next().Runs(ctx, thread)
}

func (p *twins) All(ctx context.Context, after string, limit int) ([]event.Event, string, error) {
	return p.next().All(ctx, after, limit)
}

func (p *twins) Prune(ctx context.Context, before time.Time) (int, error) {
	return p.next().Prune(ctx, before)
}

func (p *twins) Forget(ctx context.Context, guest string) error {
	return p.next().Forget(ctx, guest)
}

func (p *twins) Memories(ctx context.Context, owner string, after int64) (memory.Page, error) {
	return p.next().Memories(ctx, owner, after)
}

func (p *twins) Learn(ctx context.Context, l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	return p.next().Learn(ctx, l, decide)
}

func (p *twins) Purge(ctx context.Context, owner string, ids []string) error {
	return p.next().Purge(ctx, owner, ids)
}

func (p *twins) Owners(ctx context.Context, after string, limit int) ([]string, error) {
	return p.next().Owners(ctx, after, limit)
}

func (p *twins) Rebuild(ctx context.Context, fold func(owner, id string, events []event.Event) (memory.Row, error)) error {
	return p.next().Rebuild(ctx, fold)
}

func (p *twins) PutDocs(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	return p.next().PutDocs(ctx, collection, embedder, rows)
}

func (p *twins) PutVectors(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	return p.next().PutVectors(ctx, collection, embedder, rows)
}

func (p *twins) RemoveDocs(ctx context.Context, collection string, ids []string) error {
	return p.next().RemoveDocs(ctx, collection, ids)
}

func (p *twins) DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]retrieve.Row, error) {
	return p.next().DocsAfter(ctx, collection, embedder, after, limit)
}

func (p *twins) Collections(ctx context.Context) (map[string]int, error) {
	return p.next().Collections(ctx)
}

func (p *twins) CacheGet(ctx context.Context, space, key string) (semcache.Entry, error) {
	return p.next().CacheGet(ctx, space, key)
}

func (p *twins) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	return p.next().CachePut(ctx, space, e, keep)
}

func (p *twins) CacheSwap(ctx context.Context, space string, e semcache.Entry) (bool, error) {
	return p.next().CacheSwap(ctx, space, e)
}

func (p *twins) CacheRemove(ctx context.Context, space, key string) error {
	return p.next().CacheRemove(ctx, space, key)
}

func (p *twins) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	return p.next().CacheAfter(ctx, space, after, limit)
}

func (p *twins) CacheClaim(ctx context.Context, space, key, owner string, now, until time.Time) (bool, error) {
	return p.next().CacheClaim(ctx, space, key, owner, now, until)
}

func (p *twins) CacheRelease(ctx context.Context, space, key, owner string) error {
	return p.next().CacheRelease(ctx, space, key, owner)
}

func (p *twins) Secret(ctx context.Context, name string) ([]byte, error) {
	return p.next().Secret(ctx, name)
}

func (p *twins) Release(ctx context.Context, name, have string) (string, []byte, error) {
	return p.next().Release(ctx, name, have)
}

func (p *twins) PutRelease(ctx context.Context, name, version string, data []byte) error {
	return p.next().PutRelease(ctx, name, version, data)
}

func (p *twins) Rename(ctx context.Context, id, guest, title string) error {
	return p.next().Rename(ctx, id, guest, title)
}

func (p *twins) Delete(ctx context.Context, id, guest string) error {
	return p.next().Delete(ctx, id, guest)
}

func (p *twins) Wait(ctx context.Context, run string, after int64) error {
	return p.next().Wait(ctx, run, after)
}

func (p *twins) Attend(ctx context.Context, run string) error {
	return p.next().Attend(ctx, run)
}

func (p *twins) Attended(ctx context.Context, run string) (time.Time, error) {
	return p.next().Attended(ctx, run)
}

func (p *twins) PutToken(ctx context.Context, t token.Token, hash []byte) error {
	return p.next().PutToken(ctx, t, hash)
}

func (p *twins) TokenByHash(ctx context.Context, hash []byte) (token.Token, error) {
	return p.next().TokenByHash(ctx, hash)
}

func (p *twins) Tokens(ctx context.Context, guest string) ([]token.Token, error) {
	return p.next().Tokens(ctx, guest)
}

func (p *twins) RevokeToken(ctx context.Context, id string) error {
	return p.next().RevokeToken(ctx, id)
}

func (p *twins) SignOutTokens(ctx context.Context, guest string) error {
	return p.next().SignOutTokens(ctx, guest)
}
