//! Sets of cards, or of anything else of which there are few, as the bits of a number.

/// Defines the type of a set whose members are the bits of a number, with the iterator over its members.
///
/// `len` is the type of its size. `bit` says which bit a member is, and `at` which member a bit is.
///
/// ```
/// /// A colour.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// pub enum Colour {
///     /// Red.
///     Red,
///     /// Blue.
///     Blue,
/// }
///
/// cardsharp_game::bit_set! {
///     /// A set of colours.
///     #[derive(Debug)]
///     pub struct Colours(u8) of Colour;
///     len: usize;
///     bit: |colour| colour as u8;
///     at: |bit| if bit == 0 { Some(Colour::Red) } else { Some(Colour::Blue) };
///     /// The colours of a set.
///     pub struct ColoursInOrder;
/// }
///
/// let both = Colours::EMPTY.with(Colour::Blue).with(Colour::Red);
/// assert_eq!((both.len(), both.first(), both.last()), (2, Some(Colour::Red), Some(Colour::Blue)));
/// assert!(both.iter().eq([Colour::Red, Colour::Blue]));
/// assert!(both.minus(both).is_empty());
/// ```
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$about:meta])* pub struct $Set:ident($Bits:ty) of $Member:ty;
        len: $Len:ty;
        bit: |$member:ident| $bit:expr;
        at: |$index:ident| $at:expr;
        $(#[$about_iter:meta])* pub struct $Iter:ident;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $Set($Bits);

        impl $Set {
            /// The empty set.
            pub const EMPTY: $Set = $Set(0);

            /// The number of members.
            #[inline]
            pub const fn len(self) -> $Len {
                self.0.count_ones() as $Len
            }

            /// True if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// True if it is a member.
            #[inline]
            pub const fn contains(self, $member: $Member) -> bool {
                self.0 >> $bit & 1 == 1
            }

            /// The set with this member added.
            #[inline]
            #[must_use]
            pub const fn with(self, $member: $Member) -> $Set {
                $Set(self.0 | 1 << $bit)
            }

            /// The set with this member removed.
            #[inline]
            #[must_use]
            pub const fn without(self, $member: $Member) -> $Set {
                $Set(self.0 & !(1 << $bit))
            }

            /// The members of either set.
            #[inline]
            #[must_use]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// The members of both sets.
            #[inline]
            #[must_use]
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// The members that are not in `other`.
            #[inline]
            #[must_use]
            pub const fn minus(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// The member of the lowest bit; none if the set is empty.
            #[inline]
            pub const fn first(self) -> Option<$Member> {
                if self.0 == 0 {
                    return None;
                }
                let $index = self.0.trailing_zeros();
                $at
            }

            /// The member of the highest bit; none if the set is empty.
            #[inline]
            pub const fn last(self) -> Option<$Member> {
                match self.0.checked_ilog2() {
                    Some($index) => $at,
                    None => None,
                }
            }

            /// The members in the order of their bits.
            #[inline]
            pub const fn iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl FromIterator<$Member> for $Set {
            fn from_iter<I: IntoIterator<Item = $Member>>(members: I) -> $Set {
                members.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }

        impl IntoIterator for $Set {
            type Item = $Member;
            type IntoIter = $Iter;

            fn into_iter(self) -> $Iter {
                $Iter(self)
            }
        }

        $(#[$about_iter])*
        #[derive(Clone, Debug)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Member;

            #[inline]
            fn next(&mut self) -> Option<$Member> {
                let first = self.0.first()?;
                self.0 = self.0.without(first);
                Some(first)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.0.count_ones() as usize;
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $Iter {}

        impl DoubleEndedIterator for $Iter {
            fn next_back(&mut self) -> Option<$Member> {
                let last = self.0.last()?;
                self.0 = self.0.without(last);
                Some(last)
            }
        }
    };
}
