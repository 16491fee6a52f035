//! The options of a session, and how they reach the engine.

use std::sync::Arc;
use std::thread;

use engine::network::Network;
use engine::{Book, Numbers, regular_file};

use super::{Host, Session, table};
use crate::error::UciError;
use crate::options::Button;
use crate::output::Output;
use crate::report::fewer_threads;
use crate::tablebases;

pub(super) struct Networks {
    /// The network that the engine began with.
    first: Arc<Network>,
    /// The network of `EvalFile`, and the path from which it was read.
    of_file: Option<Arc<Network>>,
    path: String,
}

impl Networks {
    pub(super) fn starting_with(first: Arc<Network>) -> Self {
        Self { first, of_file: None, path: String::new() }
    }
}

impl Session {
    /// Passes a new table size, number of threads or set of numbers to the engine. It is not done
    /// at each `setoption`, so that several options together cost one allocation.
    pub fn configure(&mut self, host: &mut impl Host) {
        let (threads, kib) = (self.options.threads, self.options.table_kib());
        let numa = self.options.numa;
        if threads != self.configured.threads {
            let output = host.output().clone();
            host.queue(move |engine| {
                engine.set_threads(threads);
                let most = thread::available_parallelism().map_or(usize::MAX, usize::from);
                if let Some(remark) = fewer_threads(threads, engine.threads()) {
                    output.info_string(remark);
                } else if threads > most {
                    output.info_string(format_args!(
                        "Threads: {threads} requested; this machine runs {most} at once"
                    ));
                }
            });
        }
        if (threads, numa) != (self.configured.threads, self.configured.numa) {
            let output = host.output().clone();
            host.queue(move |engine| {
                engine.set_numa_policy(numa);
                let nodes = engine.threads_by_node();
                if !nodes.is_empty() {
                    let nodes: Vec<_> = nodes.iter().map(usize::to_string).collect();
                    output.info_string(format_args!(
                        "NumaPolicy: threads bound to each node: {}",
                        nodes.join(", ")
                    ));
                }
            });
        }
        if self.options.shared_hash != self.configured.shared_hash {
            // The first engine to attach sets the size, so there is no resizing.
            let name = self.options.shared_hash.clone();
            let (output, runs) = (host.output().clone(), Arc::clone(&self.runs));
            host.queue(move |engine| {
                table::share(engine, &name, kib, &|| runs.are_interrupted(), &output);
            });
        } else if kib != self.configured.table_kib() {
            let output = host.output().clone();
            host.queue(move |engine| table::resize(engine, kib, &output));
        }
        if self.options.evaluation() != self.configured.evaluation() {
            let numbers = self.numbers();
            host.queue(move |engine| engine.set_numbers(&numbers));
        } else if self.options.params != self.configured.params {
            let params = self.options.params.clone();
            host.queue(move |engine| engine.set_params(params));
        }
        if self.options.syzygy_path != self.configured.syzygy_path {
            let path = self.options.syzygy_path.clone();
            let output = host.output().clone();
            host.queue(move |engine| {
                engine.set_tablebases(Arc::new(tablebases::open(&path)));
                if !path.is_empty() {
                    let tablebases = engine.tablebases();
                    let faults = tablebases::take_faults(tablebases);
                    let found = [vec![tablebases::summary(tablebases)], faults].concat();
                    output.info_string(format_args!("SyzygyPath: {}", found.join("; ")));
                }
            });
        }
        if self.options.book() != self.configured.book() {
            let path = self.options.book().to_owned();
            let book = (!path.is_empty()).then(|| Book::new(path));
            host.queue(move |engine| engine.set_book(book));
        }
        self.configured = self.options.clone();
    }

    pub(super) fn set_option(
        &mut self,
        host: &mut impl Host,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), UciError> {
        self.options.check_paths(name, value, |path| host.check_path(path))?;
        let Some(button) = self.options.set(name, value)? else { return Ok(()) };
        if button == Button::Clear {
            if self.options.never_clear_hash {
                host.output().info_string("Clear Hash: not cleared, because NeverClearHash is set");
            } else {
                let output = host.output().clone();
                host.queue(move |engine| {
                    if let Err(error) = engine.clear_hash() {
                        output.info_string(format_args!("Clear Hash: {error}"));
                    }
                });
            }
            return Ok(());
        }
        // The load must find the size that an earlier line asked for.
        self.configure(host);
        let path = self.options.hash_file.clone();
        let output = host.output().clone();
        host.queue(move |engine| {
            let hash = engine.hash_mut();
            match button {
                Button::Save => table::report("SaveHashtoFile", &path, |to| hash.save(to), &output),
                _ => table::report("LoadHashfromFile", &path, |from| hash.load(from), &output),
            }
        });
        Ok(())
    }

    /// Returns the network that evaluates, if one does.
    #[must_use]
    pub fn network(&self) -> Option<Arc<Network>> {
        let Networks { first, of_file, .. } = &self.networks;
        self.options.network.then(|| Arc::clone(of_file.as_ref().unwrap_or(first)))
    }

    /// Returns the numbers of the engine in the state of the options.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        let (params, weights) = (self.options.params.clone(), self.weights.clone());
        Numbers { params, weights, network: self.network() }
    }

    /// Reads the network if the options name another file. If it cannot be read, the old one stays.
    pub(super) fn open_network(&mut self) -> Result<(), UciError> {
        let path = &self.options.eval_file;
        if *path != self.networks.path {
            let read = (!path.is_empty()).then(|| read_network(path)).transpose();
            match read {
                Ok(network) => {
                    self.networks.of_file = network.map(Arc::new);
                    self.networks.path.clone_from(path);
                }
                Err(error) => {
                    self.options.eval_file.clone_from(&self.networks.path);
                    return Err(UciError::new("setoption EvalFile", error));
                }
            }
        }
        Ok(())
    }

    /// Opens or closes the log, if the option names another one. If it cannot be opened, the old
    /// one stays in use.
    pub(super) fn open_log(&mut self, host: &mut impl Host) -> Result<(), UciError> {
        let path = &self.options.debug_log;
        if *path == self.log {
            return Ok(());
        }
        match host.log_to(path) {
            Ok(()) => {
                self.log.clone_from(path);
                Ok(())
            }
            Err(error) => {
                let problem = format!("'{path}' cannot be opened: {error}");
                self.options.debug_log.clone_from(&self.log);
                Err(UciError::new("setoption Debug Log File", problem))
            }
        }
    }
}

/// Reads a network from a file.
///
/// # Errors
/// If the path names no regular file, or the file is no network.
pub fn read_network(path: &str) -> Result<Network, String> {
    let bytes = regular_file::read(path).map_err(|error| error.to_string())?;
    Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))
}
