package retrieve_test
import ("testing";"fmt";"context";"errors";"sync"
"github.com/maitre-dev/maitre/embed"
"github.com/maitre-dev/maitre/llm"
"github.com/maitre-dev/maitre/retrieve"
"github.com/maitre-dev/maitre/store/memory")
func TestRVRace(t *testing.T){
	c := retrieve.New("menu", memory.New(), embed.Local()); put(t, c, card...)
	var wg sync.WaitGroup
	wg.Go(func(){ for i := range 30 { 
		var ds []retrieve.Doc; for j:=range 10 { ds=append(ds, retrieve.Doc{ID:fmt.Sprint("h",j),Title:"Pousada na praia",Text:fmt.Sprint("quarto ",i)}) }
		c.Put(t.Context(), ds, nil); var ids []string; for _,d:=range ds {ids=append(ids,d.ID)}; c.Remove(t.Context(), ids...) } })
	for range 30 { (&retrieve.Refiner{Threshold:0.99}).Search(t.Context(), c, retrieve.Search{Text:"algo leve com peixe"}) }
	wg.Wait()
}
type flaky struct{ embed.Embedder; fail bool }
func (f *flaky) Embed(ctx context.Context, k llm.EmbedKind, ts []string) ([][]float32, error) { if f.fail && k==llm.Document { return nil, errors.New("down") }; return f.Embedder.Embed(ctx,k,ts) }
func TestRVBare(t *testing.T){
	store := memory.New()
	put(t, retrieve.New("menu", store, other{embed.Local()}), card...)
	f := &flaky{embed.Local(), true}
	c := retrieve.New("menu", store, f)
	_, err := c.Search(t.Context(), retrieve.Search{Text:"peixe"}); fmt.Println(err)
	f.fail=false
	res, err := c.Search(t.Context(), retrieve.Search{Text:"peixe"}); fmt.Println(len(res.Hits), c.Len(), err)
}
func TestRVIdf(t *testing.T){
	a := retrieve.New("a", nil, embed.Local()); put(t, a, card...)
	b := retrieve.New("a", nil, embed.Local())
	for i:=range 12 { var cs []retrieve.Doc; for _,d:=range card { d.Fields=map[string]string{"n":fmt.Sprint(i)}; cs=append(cs,d)}; put(t,b,cs...) }
	for _,c:=range []*retrieve.Collection{a,b} { r,_:=c.Search(t.Context(), retrieve.Search{Text:"tomate e queijo"}); for _,h:=range r.Hits {fmt.Printf("%s %.3f %.3f | ",h.Doc.ID,h.Words,h.Rank)}; fmt.Println() }
	r, err := a.Search(t.Context(), retrieve.Search{Text:"peixe", K: 1<<62}); fmt.Println(len(r.Hits), err)
}
