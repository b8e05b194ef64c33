//! Which files may be reached: by a text that is looked at, or by a program that is confined.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Anywhere, or below some directories only.
#[derive(Clone, Default, Debug)]
pub struct Reach(Option<Arc<[PathBuf]>>);

impl Reach {
    /// Below these directories only; those that do not exist hold nothing.
    pub fn below(directories: impl IntoIterator<Item = PathBuf>) -> Reach {
        let here = |directory: PathBuf| if directory.as_os_str().is_empty() { PathBuf::from(".") } else { directory };
        Reach(Some(directories.into_iter().filter_map(|directory| here(directory).canonicalize().ok()).collect()))
    }

    /// These directories besides those of another one, which may be anywhere.
    pub fn with(&self, directories: impl IntoIterator<Item = PathBuf>) -> Reach {
        let known = self.0.iter().flat_map(|known| known.iter().cloned());
        Reach::below(known.chain(directories))
    }

    /// Whether it is not anywhere.
    pub fn is_confined(&self) -> bool {
        self.0.is_some()
    }

    /// Whether a file may be reached, whether it exists or not; links count as what they lead to.
    pub fn allows(&self, path: &Path) -> bool {
        let Some(directories) = &self.0 else { return true };
        let Some(real) = real(path) else { return false };
        directories.iter().any(|directory| real.starts_with(directory))
    }
}

/// The path without links, of which the last parts need not exist.
fn real(path: &Path) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    // A link that leads nowhere could be made to lead anywhere.
    if path.is_symlink() {
        return None;
    }
    let (parent, last) = (path.parent()?, path.components().next_back()?);
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    match last {
        Component::Normal(name) => Some(real(parent)?.join(name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_below_is_reached() {
        let dir = tempfile::tempdir().expect("a directory");
        let (inside, outside) = (dir.path().join("inside"), dir.path().join("outside"));
        for directory in [&inside, &outside] {
            std::fs::create_dir(directory).expect("a directory");
            std::fs::write(directory.join("file"), "").expect("a file");
        }
        std::os::unix::fs::symlink(outside.join("file"), inside.join("link")).expect("a link");
        std::os::unix::fs::symlink(outside.join("none"), inside.join("loose")).expect("a link");
        let reach = Reach::below([inside.clone()]);
        assert!(reach.is_confined() && !Reach::default().is_confined());
        let yes = ["file", "new", "new/newer", "./file", "../inside/file", ""];
        let no = ["link", "loose", "../outside/file", "..", "../new", "new/../../outside/file", "/"];
        for name in yes {
            assert!(reach.allows(&inside.join(name)), "{name}");
        }
        for name in no {
            assert!(!reach.allows(&inside.join(name)), "{name}");
            assert!(Reach::default().allows(&inside.join(name)), "{name}");
        }
        assert!(!Reach::below([]).allows(&inside) && reach.with([outside.clone()]).allows(&outside.join("file")));
    }
}
