//! Serde's view of options: a map from keys to texts, each of which is read as its field wants it.

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use crate::OptionError;

/// Options as a map.
pub(crate) struct Pairs<'a>(pub &'a [(String, String)]);

impl<'de> Deserializer<'de> for Pairs<'_> {
    type Error = OptionError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionError> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Pairs<'_> {
    type Error = OptionError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, OptionError> {
        let Some((key, _)) = self.0.first() else {
            return Ok(None);
        };
        let key: StrDeserializer<'_, OptionError> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, OptionError> {
        let [(key, value), rest @ ..] = self.0 else {
            return Err(OptionError::Form);
        };
        self.0 = rest;
        let read = seed.deserialize(Value(value));
        read.map_err(|error| error.of_value(key, value))
    }
}

/// The value of an option. Numbers, flags and names of variants are read from the text.
struct Value<'a>(&'a str);

impl Value<'_> {
    fn parsed<T: std::str::FromStr>(&self, wanted: &str) -> Result<T, OptionError> {
        let invalid = |_| de::Error::custom(wanted);
        self.0.parse().map_err(invalid)
    }
}

/// Reads a number of the field's type.
macro_rules! numbers {
    ($wanted:literal: $($method:ident $visit:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionError> {
            visitor.$visit(self.parsed($wanted)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Value<'_> {
    type Error = OptionError;

    numbers!("a whole number": deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32,
        deserialize_u64 visit_u64, deserialize_i64 visit_i64);
    numbers!("a number": deserialize_f32 visit_f32, deserialize_f64 visit_f64);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionError> {
        visitor.visit_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionError> {
        match self.0 {
            "true" | "True" | "yes" => visitor.visit_bool(true),
            "false" | "False" | "no" => visitor.visit_bool(false),
            _ => Err(de::Error::custom("true or false")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, OptionError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u128 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}
