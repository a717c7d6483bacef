//! Starter kits: the sources of a bot of one's own for a contest, in a language of one's choice.

use clap::ValueEnum;

/// A language of the kits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Python 3.9 or newer.
    Python,
    /// JavaScript, for Node 18 or newer.
    #[value(name = "javascript")]
    JavaScript,
    /// Java 17 or newer.
    Java,
    /// C++17.
    #[value(name = "c++")]
    Cpp,
    /// Rust, edition 2021.
    Rust,
    /// Go.
    Go,
}

impl Language {
    /// The name of the bot's file.
    pub fn bot(self) -> &'static str {
        match self {
            Language::Python => "bot.py",
            Language::JavaScript => "bot.js",
            Language::Java => "Bot.java",
            Language::Cpp => "bot.cpp",
            Language::Rust => "bot.rs",
            Language::Go => "bot.go",
        }
    }

    /// The script that compiles and starts the bot.
    fn run(self) -> &'static str {
        match self {
            Language::Python => include_str!("../starter/run/python.sh"),
            Language::JavaScript => include_str!("../starter/run/javascript.sh"),
            Language::Java => include_str!("../starter/run/java.sh"),
            Language::Cpp => include_str!("../starter/run/cpp.sh"),
            Language::Rust => include_str!("../starter/run/rust.sh"),
            Language::Go => include_str!("../starter/run/go.sh"),
        }
    }

    /// The file that reads JSON, and speaks HTTP, for a language whose own library does not: its name and its text.
    pub fn json(self) -> Option<(&'static str, &'static str)> {
        match self {
            Language::Java => Some(("Json.java", include_str!("../starter/Json.java"))),
            Language::Cpp => Some(("wire.hpp", include_str!("../starter/wire.hpp"))),
            Language::Rust => Some(("wire.rs", include_str!("../starter/wire.rs"))),
            Language::Python | Language::JavaScript | Language::Go => None,
        }
    }
}

/// A file of a kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitFile {
    /// The name, in the kit's folder.
    pub name: &'static str,
    /// The text.
    pub text: String,
    /// True for a program.
    pub runs: bool,
}

/// A contest's kits, one for each language. [`starter_kits!`](crate::starter_kits) makes them of the contest's folder.
pub struct StarterKits {
    /// The description. `{bot}` in it stands for the name of the bot's file.
    pub readme: &'static str,
    /// The contest's part of the script `play`, which starts a server, an opponent and the bot.
    pub play: &'static str,
    /// The bot's source.
    pub bot: fn(Language) -> &'static str,
    /// A further file that the bot includes: its name and its text.
    pub helper: fn(Language) -> Option<(&'static str, &'static str)>,
}

/// The [`StarterKits`] of a folder, whose path ends with `/` and begins at the source that calls this. The second
/// argument is the field `helper`.
#[macro_export]
macro_rules! starter_kits {
    ($folder:literal, $helper:expr) => {
        $crate::starter::StarterKits {
            readme: include_str!(concat!($folder, "README.md")),
            play: include_str!(concat!($folder, "play.sh")),
            bot: |language| match language {
                $crate::starter::Language::Python => include_str!(concat!($folder, "bot.py")),
                $crate::starter::Language::JavaScript => include_str!(concat!($folder, "bot.js")),
                $crate::starter::Language::Java => include_str!(concat!($folder, "Bot.java")),
                $crate::starter::Language::Cpp => include_str!(concat!($folder, "bot.cpp")),
                $crate::starter::Language::Rust => include_str!(concat!($folder, "bot.rs")),
                $crate::starter::Language::Go => include_str!(concat!($folder, "bot.go")),
            },
            helper: $helper,
        }
    };
}

impl StarterKits {
    /// The kit of a language.
    pub fn files(&self, language: Language) -> Vec<KitFile> {
        let file = |name, text: &str, runs| KitFile { name, text: text.to_owned(), runs };
        let mut files = vec![
            file("README.md", &self.readme.replace("{bot}", language.bot()), false),
            file("play", &[include_str!("../starter/play.sh"), self.play].concat(), true),
            file("run", language.run(), true),
            file(language.bot(), (self.bot)(language), false),
        ];
        files.extend((self.helper)(language).map(|(name, text)| file(name, text, false)));
        files
    }
}
