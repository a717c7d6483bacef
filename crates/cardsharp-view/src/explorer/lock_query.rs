//! A lock in an address.

use form_urlencoded::Serializer;

use cardsharp_contest::explorer::Place;
use cardsharp_contest::locked::Lock;

/// A lock as one value of an address: a query of its own, without the settings, which are those of the page.
pub(super) fn written(lock: &Lock) -> String {
    let mut query = Serializer::new(String::new());
    for step in &lock.place.steps {
        query.append_pair("step", step);
    }
    if let Some(hand) = &lock.hand {
        query.append_pair("of", hand);
    }
    for weight in &lock.weights {
        query.append_pair("weight", &weight.to_string());
    }
    query.finish()
}

/// The lock that [`written`] has written. A weight that is no number is none, which its use refuses.
pub(super) fn read(text: &str) -> Lock {
    let mut lock = Lock { place: Place::default(), hand: None, weights: Vec::new() };
    for (key, value) in form_urlencoded::parse(text.as_bytes()) {
        match key.as_ref() {
            "step" => lock.place.steps.push(value.into_owned()),
            "of" => lock.hand = Some(value.into_owned()),
            "weight" => lock.weights.push(weight(&value)),
            _ => {}
        }
    }
    lock
}

/// A weight as it was typed.
pub(super) fn weight(text: &str) -> f64 {
    text.trim().parse().unwrap_or(f64::NAN)
}
