// Check judges logs, notes and proofs of this project by the Go project's packages note and tlog.
//
//	check VKEY DIR [FILE]   verifies the log in DIR (checkpoint, tile/L/N, tile/entries/N), then the
//	                        requests in FILE; exit code 1 where anything is refused
//	check                   answers requests from standard input
//
// A request is one line of JSON, and so is its answer: {"error": "…"} where it is refused.
// It is built without modules from Debian's golang-golang-x-mod-dev.
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type request struct {
	Op string `json:"op"`

	// log: proofs of the entries and from the sizes named here are made from its tiles.
	Dir    string  `json:"dir"`
	Vkey   string  `json:"vkey"`
	Prove  []int64 `json:"prove"`
	Extend []int64 `json:"extend"`

	// inclusion and consistency
	Index   int64       `json:"index"`
	Old     int64       `json:"old"`
	Size    int64       `json:"size"`
	Leaf    tlog.Hash   `json:"leaf"`
	OldRoot tlog.Hash   `json:"old_root"`
	Root    tlog.Hash   `json:"root"`
	Proof   []tlog.Hash `json:"proof"`

	// note and sign
	Vkeys []string `json:"vkeys"`
	Skey  string   `json:"skey"`
	Note  []byte   `json:"note"`

	Path string `json:"path"` // behind tile/
}

type answer map[string]any

var ops = map[string]func(request) (answer, error){
	"log":         checkLog,
	"inclusion":   checkInclusion,
	"consistency": checkConsistency,
	"note":        openNote,
	"sign":        signNote,
	"path":        parsePath,
}

func main() {
	if len(os.Args) == 1 {
		serve(os.Stdin)
		return
	}
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fmt.Fprintln(os.Stderr, "usage: check [VKEY DIR [FILE]]")
		os.Exit(2)
	}
	refused := reply(request{Op: "log", Vkey: os.Args[1], Dir: os.Args[2]})
	if len(os.Args) == 4 {
		file, err := os.Open(os.Args[3])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		refused = serve(file) || refused
	}
	if refused {
		os.Exit(1)
	}
}

// serve answers every request and reports whether one was refused.
func serve(in io.Reader) (refused bool) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var r request
			if err := json.Unmarshal(line, &r); err != nil {
				fmt.Fprintln(os.Stderr, "no request:", err)
				os.Exit(2)
			}
			refused = reply(r) || refused
		}
		if err != nil {
			return refused
		}
	}
}

func reply(r request) (refused bool) {
	op, ok := ops[r.Op]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such op:", r.Op)
		os.Exit(2)
	}
	found, err := op(r)
	if err != nil {
		found = answer{"error": err.Error()}
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		panic(err)
	}
	return err != nil
}

// A tree is the checkpoint's text, read here and not by the code under test (C2SP tlog-checkpoint).
func parseCheckpoint(text string) (origin string, tree tlog.Tree, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[0] == "" || lines[3] != "" {
		return "", tree, errors.New("checkpoint: not three lines")
	}
	tree.N, err = strconv.ParseInt(lines[1], 10, 64)
	if err != nil || tree.N < 0 || strconv.FormatInt(tree.N, 10) != lines[1] {
		return "", tree, errors.New("checkpoint: no size")
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return lines[0], tree, err
}

// folder reads tiles of height 8 from files; tlog's paths say the height, those of tlog-tiles do not.
type folder struct {
	dir  string
	read map[string]bool
}

func (f folder) Height() int                     { return 8 }
func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		var err error
		if data[i], err = f.file(strings.Replace(tile.Path(), "tile/8/", "tile/", 1)); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func (f folder) file(path string) ([]byte, error) {
	f.read[path] = true
	return os.ReadFile(filepath.Join(f.dir, filepath.FromSlash(path)))
}

func checkLog(r request) (answer, error) {
	verifier, err := newVerifier(r.Vkey)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(r.Dir, "checkpoint"))
	if err != nil {
		return nil, err
	}
	signed, err := note.Open(data, note.VerifierList(verifier))
	if err != nil {
		return nil, err
	}
	origin, tree, err := parseCheckpoint(signed.Text)
	if err != nil {
		return nil, err
	}
	if origin != verifier.Name() {
		return nil, errors.New("checkpoint: origin is not the key's name")
	}
	files := folder{r.Dir, map[string]bool{}}
	reader := tlog.TileHashReader(tree, files)
	if tree.N == 0 {
		if tree.Hash != sha256.Sum256(nil) {
			return nil, errors.New("the root of nothing is not SHA-256 of nothing")
		}
	} else if err := checkEntries(tree, reader, files); err != nil {
		return nil, err
	}
	found := answer{"origin": origin, "size": tree.N, "root": tree.Hash}
	if err := prove(r, tree, reader, found); err != nil {
		return nil, err
	}
	read := []string{}
	for path := range files.read {
		read = append(read, path)
	}
	sort.Strings(read)
	found["files"] = read
	return found, nil
}

// checkEntries compares every entry with its leaf hash as the reader gives it, then root and tiles with
// those built from the entries alone: where two of the root's subtrees stand in one tile, TileHashReader
// lets its first tiles pass without comparing them with their parents.
func checkEntries(tree tlog.Tree, reader tlog.HashReader, files folder) error {
	indexes := make([]int64, tree.N)
	for i := range indexes {
		indexes[i] = tlog.StoredHashIndex(0, int64(i))
	}
	leaves, err := reader.ReadHashes(indexes)
	if err != nil {
		return err
	}
	var built memory
	for start := int64(0); start < tree.N; start += 256 {
		width := tree.N - start
		if width > 256 {
			width = 256
		}
		bundle := tlog.Tile{H: 8, L: 0, N: start / 256, W: int(width)}.Path()
		data, err := files.file(strings.Replace(bundle, "tile/8/0/", "tile/entries/", 1))
		if err != nil {
			return err
		}
		for i := start; i < start+width; i++ {
			if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
				return fmt.Errorf("entry %d is cut short", i)
			}
			end := 2 + int(binary.BigEndian.Uint16(data))
			hash := tlog.RecordHash(data[2:end])
			if hash != leaves[i] {
				return fmt.Errorf("entry %d has another hash than its leaf", i)
			}
			hashes, err := tlog.StoredHashesForRecordHash(i, hash, built)
			if err != nil {
				return err
			}
			built = append(built, hashes...)
			data = data[end:]
		}
		if len(data) > 0 {
			return fmt.Errorf("bundle %d holds more than its entries", start/256)
		}
	}
	root, err := tlog.TreeHash(tree.N, built)
	if err != nil || root != tree.Hash {
		return fmt.Errorf("the entries have root %v (%v)", root, err)
	}
	for _, tile := range tlog.NewTiles(8, 0, tree.N) {
		if held := tree.N>>(8*tile.L) - tile.N<<8; tile.W != 256 && int64(tile.W) != held {
			continue // a partial tile of a smaller tree
		}
		expected, err := tlog.ReadTileData(tile, built)
		if err != nil {
			return err
		}
		data, err := files.ReadTiles([]tlog.Tile{tile})
		if err != nil {
			return err
		}
		if !bytes.Equal(data[0], expected) {
			return fmt.Errorf("%s is not that of the entries", tile.Path())
		}
	}
	return nil
}

// memory holds the hashes of a whole tree in the order of their indexes.
type memory []tlog.Hash

func (m memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index >= int64(len(m)) {
			return nil, errors.New("no such hash")
		}
		hashes[i] = m[index]
	}
	return hashes, nil
}

func prove(r request, tree tlog.Tree, reader tlog.HashReader, found answer) error {
	records, trees, roots := []tlog.RecordProof{}, []tlog.TreeProof{}, []tlog.Hash{}
	for _, index := range r.Prove {
		proof, err := tlog.ProveRecord(tree.N, index, reader)
		if err != nil {
			return err
		}
		records = append(records, append(tlog.RecordProof{}, proof...))
	}
	for _, old := range r.Extend {
		proof, err := tlog.ProveTree(tree.N, old, reader)
		if err != nil {
			return err
		}
		root, err := tlog.TreeHash(old, reader)
		if err != nil {
			return err
		}
		trees, roots = append(trees, append(tlog.TreeProof{}, proof...)), append(roots, root)
	}
	found["inclusion"], found["consistency"], found["old_roots"] = records, trees, roots
	return nil
}

func checkInclusion(r request) (answer, error) {
	return answer{}, tlog.CheckRecord(r.Proof, r.Size, r.Root, r.Index, r.Leaf)
}

func checkConsistency(r request) (answer, error) {
	return answer{}, tlog.CheckTree(r.Proof, r.Size, r.Root, r.Old, r.OldRoot)
}

// cosigner verifies signatures of type 4 (C2SP tlog-cosignature), which package note leaves to others.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(text, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(sig), text)
	return ed25519.Verify(c.key, []byte(message), sig[8:])
}

func newVerifier(vkey string) (note.Verifier, error) {
	name, rest, _ := strings.Cut(vkey, "+")
	_, encoded, _ := strings.Cut(rest, "+")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
		return note.NewVerifier(vkey)
	}
	sum := sha256.Sum256(append([]byte(name+"\n"), key...))
	hash := binary.BigEndian.Uint32(sum[:])
	if fmt.Sprintf("%s+%08x+%s", name, hash, encoded) != vkey {
		return nil, errors.New("the key ID is another")
	}
	return cosigner{name, hash, key[1:]}, nil
}

func openNote(r request) (answer, error) {
	list := []note.Verifier{}
	for _, vkey := range r.Vkeys {
		verifier, err := newVerifier(vkey)
		if err != nil {
			return nil, err
		}
		list = append(list, verifier)
	}
	signed, err := note.Open(r.Note, note.VerifierList(list...))
	if err != nil {
		return nil, err
	}
	keys := []string{}
	for _, sig := range signed.Sigs {
		keys = append(keys, fmt.Sprintf("%s+%08x", sig.Name, sig.Hash))
	}
	return answer{"text": signed.Text, "keys": keys}, nil
}

func signNote(r request) (answer, error) {
	signer, err := note.NewSigner(r.Skey)
	if err != nil {
		return nil, err
	}
	signed, err := note.Sign(&note.Note{Text: string(r.Note)}, signer)
	return answer{"note": signed}, err
}

func parsePath(r request) (answer, error) {
	tile, err := tlog.ParseTilePath("tile/8/" + r.Path)
	return answer{"level": tile.L, "index": tile.N, "width": tile.W}, err
}
