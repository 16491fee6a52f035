//! Ranks on hosts that share nothing but a network: network namespaces of this machine, with
//! addresses of their own on a bridge that none of the machine's networks reaches.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::MPIRUN;
use crate::process::capture;
use crate::step::Outcome;
use crate::workspace::Workspace;

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

/// Runs a search by a rank on each host.
pub(super) fn run(program: &Path) -> Result<Outcome> {
    let _network = match Network::make() {
        Ok(network) => network,
        Err(error) => return Ok(Outcome::Skipped(format!("no network namespaces: {error}"))),
    };
    let agent = Workspace::load()?.target.join("ci").join("agent");
    fs::write(&agent, AGENT)?;
    #[cfg(unix)]
    fs::set_permissions(&agent, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let agent = agent.to_str().context("the path is text")?;
    let mut command = Command::new("ip");
    command.args(["netns", "exec", "palimpsest0", "mpirun"]).args(MPIRUN);
    let words = |name: &'static str, value| ["--mca", name, value];
    command.args(words("plm_rsh_agent", agent)).args(words("btl", "tcp,self"));
    command.args(words("btl_tcp_if_include", NETWORK)).args(words("oob_tcp_if_include", NETWORK));
    command.args(["--host", &HOSTS.map(|host| format!("{host}:1")).join(",")]).args(["-np", "2"]);
    command.arg(program).args(["position startpos", "go movetime 2000"]);
    let printed = capture(&mut command)?;
    let last = printed.lines().last().unwrap_or_default();
    ensure!(last.starts_with("bestmove ") && !last.contains("(none)"), "it ends with {last}");
    let complaint = printed.lines().find(|line| line.starts_with("info string "));
    ensure!(complaint.is_none_or(|line| line.contains("no answer")), "{complaint:?}");
    Ok(Outcome::Passed(format!("{} hosts by TCP, {last}", HOSTS.len())))
}

/// The namespaces, as long as it lives.
struct Network;

impl Network {
    fn make() -> Result<Self> {
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

/// Removes what there is of them.
fn remove() {
    for number in 0..=HOSTS.len() {
        // One that is not there cannot be removed.
        let _ = ip(&["netns", "delete", &name(number)]);
    }
}

fn ip(words: &[&str]) -> Result<()> {
    capture(Command::new("ip").args(words)).map(|_| ())
}
