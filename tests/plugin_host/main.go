// A host written with HashiCorp's go-plugin: loads the plugin that its arguments name, calls it and ends it, and prints
// what it saw as one JSON object. Usage: host [-tls] [-crash] COMMAND...
//
// -tls asks for TLS (AutoMTLS). -crash leaves without ending the plugin, as a host does that is killed.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// raw sends and receives messages as the bytes they are, so that the host needs no generated code.
type raw struct{}

func (raw) Marshal(message interface{}) ([]byte, error) { return message.([]byte), nil }
func (raw) Unmarshal(data []byte, message interface{}) error {
	*message.(*[]byte) = append([]byte(nil), data...)
	return nil
}
func (raw) Name() string { return "raw" }

// engine is the plugin as go-plugin wants it described: its client side is the connection itself.
type engine struct{ plugin.NetRPCUnsupportedPlugin }

func (engine) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return nil }
func (engine) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (interface{}, error) {
	return conn, nil
}

type seen struct {
	Version int     `json:"version"`
	Ping    string  `json:"ping"`
	Echo    string  `json:"echo"`
	Exited  bool    `json:"exited"`
	Seconds float64 `json:"seconds_to_end"`
}

func main() {
	tls := flag.Bool("tls", false, "ask for TLS")
	crash := flag.Bool("crash", false, "leave without ending the plugin")
	flag.Parse()
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			MagicCookieKey: "TILEENGINE_PLUGIN", MagicCookieValue: "57d2c0a8b1f94e6a9c3e7d1025b86f4e",
		},
		VersionedPlugins: map[int]plugin.PluginSet{1: {"engine": engine{}}, 7: {"engine": engine{}}},
		Cmd:              exec.Command(flag.Arg(0), flag.Args()[1:]...),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		AutoMTLS:         *tls,
		Logger:           hclog.New(&hclog.LoggerOptions{Output: os.Stderr, Level: hclog.Debug, JSONFormat: true}),
	})
	protocol, err := client.Client()
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot load:", err)
		client.Kill()
		os.Exit(1)
	}
	found := seen{Version: client.NegotiatedVersion(), Ping: "ok"}
	if err := protocol.Ping(); err != nil {
		found.Ping = err.Error()
	}
	dispensed, err := protocol.Dispense("engine")
	if err != nil {
		panic(err)
	}
	// PingRequest{payload: "hello"} and its answer: field 1, five bytes.
	request, response := append([]byte{0x0a, 5}, "hello"...), []byte(nil)
	err = dispensed.(*grpc.ClientConn).Invoke(
		context.Background(), "/tileengine.v1.RulesService/Ping", request, &response, grpc.ForceCodec(raw{}))
	if err != nil {
		found.Echo = err.Error()
	} else {
		found.Echo = string(response[2:])
	}
	if !*crash {
		start := time.Now()
		client.Kill()
		found.Seconds, found.Exited = time.Since(start).Seconds(), client.Exited()
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		panic(err)
	}
	os.Stdout.Sync()
	os.Exit(0)
}
