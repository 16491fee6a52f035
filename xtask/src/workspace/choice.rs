//! Which features of a crate a build turns on.

use std::collections::BTreeSet;

use super::Member;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    name: String,
    default: bool,
    features: Vec<String>,
}

impl Choice {
    /// Returns the default features, all except the one that wants MPI, none, and each one alone;
    /// but no choice that turns on what an earlier one does.
    pub(crate) fn all_of(member: &Member) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let mut choices = Self::of(&member.features_everywhere().collect::<Vec<_>>());
        choices.retain(|choice| {
            let default = choice.default.then_some("default");
            let asked = default.into_iter().chain(choice.features.iter().map(String::as_str));
            seen.insert(member.enabled_by(&asked.collect::<Vec<_>>()))
        });
        choices
    }

    fn of(features: &[&str]) -> Vec<Self> {
        let choice = |name: &str, default, features: &[&str]| Self {
            name: name.to_owned(),
            default,
            features: features.iter().map(|&feature| feature.to_owned()).collect(),
        };
        let mut choices = vec![choice("default features", true, &[])];
        if !features.is_empty() {
            choices.push(choice("all features", true, features));
            choices.push(Self::none());
        }
        choices.extend(features.iter().map(|feature| choice(feature, false, &[feature])));
        choices
    }

    pub(crate) fn none() -> Self {
        Self { name: "no features".to_owned(), default: false, features: Vec::new() }
    }

    pub(crate) fn with(features: &[&str]) -> Self {
        Self {
            name: features.join(", "),
            default: true,
            features: features.iter().map(|&feature| feature.to_owned()).collect(),
        }
    }

    pub(crate) fn has_default_features(&self) -> bool {
        self.default
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Arguments of a cargo command that builds the crate itself.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if !self.default {
            arguments.push("--no-default-features".to_owned());
        }
        if !self.features.is_empty() {
            arguments.extend(["--features".to_owned(), self.features.join(",")]);
        }
        arguments
    }

    /// Returns the keys of a dependency in a manifest, after the one that says where the crate is.
    pub(crate) fn keys(&self) -> String {
        format!("default-features = {}, features = {:?}", self.default, self.features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn each_feature_stands_alone_once() {
        let choices = Choice::of(&["parallel", "std"]);
        let arguments: Vec<_> = choices.iter().map(|one| one.arguments().join(" ")).collect();
        assert_eq!(
            arguments,
            [
                "",
                "--features parallel,std",
                "--no-default-features",
                "--no-default-features --features parallel",
                "--no-default-features --features std",
            ]
        );
        assert_eq!(choices[2].keys(), "default-features = false, features = []");
    }

    #[test]
    fn no_choice_comes_twice() {
        let workspace = Workspace::load().unwrap();
        let names = |member| -> Vec<String> {
            let choices = Choice::all_of(workspace.member(member).unwrap());
            choices.iter().map(|choice| choice.name.clone()).collect()
        };
        assert_eq!(names("pawn-hash"), ["default features"]);
        // It has one feature, which is not a default one.
        assert_eq!(names("search"), ["default features", "all features"]);
        // Its one feature is a default one.
        assert_eq!(names("tt-classics"), ["default features", "no features"]);
        assert!(names("tt-core").contains(&"shared".to_owned()));
    }
}
