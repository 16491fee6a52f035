//! Ranks on hosts that share nothing but a network: network namespaces of this machine, with
//! addresses of their own on a bridge that none of the machine's networks reaches.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::{CLUSTER, MPIRUN, capture};

/// Namespace 0 has the bridge and runs mpirun, the others are its hosts.
const HOSTS: [&str; 2] = ["10.77.0.11", "10.77.0.12"];
const NETWORK: &str = "10.77.0.0/24";

/// Starts a command on a host, as mpirun asks for it: `agent HOST COMMAND...`. The last digit of
/// the address is the number of the namespace.
const AGENT: &str = "#!/bin/sh
host=$1
shift
exec ip netns exec palimpsest${host##10.77.0.1} sh -c \"$*\"
";

#[test]
fn ranks_on_two_hosts_answer_over_tcp() {
    let _network = match Network::make() {
        Ok(network) => network,
        Err(error) => {
            let skipped =
                format_args!("SKIPPED ranks on two hosts, no network namespaces: {error}");
            return writeln!(std::io::stderr(), "{skipped}").expect("stderr takes a line");
        }
    };
    let folder = tempfile::tempdir().expect("a folder");
    let agent = folder.path().join("agent");
    fs::write(&agent, AGENT).expect("the agent is written");
    fs::set_permissions(&agent, PermissionsExt::from_mode(0o755)).expect("its mode is set");
    let mut command = Command::new("ip");
    command.args(["netns", "exec", "palimpsest0", "mpirun"]).args(MPIRUN);
    for (name, value) in [
        ("plm_rsh_agent", agent.to_str().expect("the path is text")),
        ("btl", "tcp,self"),
        ("btl_tcp_if_include", NETWORK),
        ("oob_tcp_if_include", NETWORK),
    ] {
        command.args(["--mca", name, value]);
    }
    command.args(["--host", &HOSTS.map(|host| format!("{host}:1")).join(",")]).args(["-np", "2"]);
    let printed = capture(command.arg(CLUSTER).args(["position startpos", "go movetime 2000"]));
    let last = printed.lines().last().unwrap_or_default();
    assert!(last.starts_with("bestmove ") && !last.contains("(none)"), "it ends with {last}");
    let complaint = printed.lines().find(|line| line.starts_with("info string "));
    assert!(complaint.is_none_or(|line| line.contains("no answer")), "{complaint:?}");
}

/// The namespaces, as long as it lives.
struct Network;

impl Network {
    fn make() -> Result<Self, String> {
        remove();
        let network = Self;
        for number in 0..=HOSTS.len() {
            ip(&["netns", "add", &name(number)])?;
            ip(&["-n", &name(number), "link", "set", "lo", "up"])?;
        }
        let of_bridge = |words: &[&str]| ip(&[&["-n", "palimpsest0"], words].concat());
        of_bridge(&["link", "add", "bridge", "type", "bridge"])?;
        of_bridge(&["address", "add", "10.77.0.1/24", "dev", "bridge"])?;
        of_bridge(&["link", "set", "bridge", "up"])?;
        for (number, host) in (1..).zip(HOSTS) {
            let (end, own) = (format!("host{number}"), name(number));
            let pair = ["type", "veth", "peer", "name", "eth0", "netns", &own];
            of_bridge(&[&["link", "add", &end][..], &pair].concat())?;
            of_bridge(&["link", "set", &end, "master", "bridge", "up"])?;
            let address = format!("{host}/24");
            ip(&["-n", &own, "address", "add", &address, "dev", "eth0"])?;
            ip(&["-n", &own, "link", "set", "eth0", "up"])?;
        }
        Ok(network)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        remove();
    }
}

fn name(number: usize) -> String {
    format!("palimpsest{number}")
}

fn remove() {
    for number in 0..=HOSTS.len() {
        // One that is not there cannot be removed.
        let _ = ip(&["netns", "delete", &name(number)]);
    }
}

fn ip(words: &[&str]) -> Result<(), String> {
    let output = Command::new("ip").args(words).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("ip {words:?}: {said}")) }
}
