/// Lists the faults once, for the type and for [`Fault::ALL`].
macro_rules! faults {
    ($($fault:ident),* $(,)?) => {
        /// What is wrong with the game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub(in crate::testkit) enum Fault {
            #[default]
            None,
            $($fault),*
        }

        impl Fault {
            /// Every fault, none at all included.
            pub(in crate::testkit) const ALL: &[Fault] = &[Fault::None, $(Fault::$fault),*];
        }
    };
}

faults! {
    NoMoves,
    MoveTwice,
    SameText,
    ReadsAnything,
    ReadsEarlierMoves,
    ReadsNothing,
    SumOfNineTenths,
    ImpossibleOutcome,
    OutcomeTwice,
    WrongSeat,
    WrongTurn,
    OtherMoves,
    MovesOutOfTurn,
    LeakingView,
    LeakingKey,
    LeakBehindEquality,
    ForgetfulKey,
    SharedState,
    WritesIntoCopies,
    ForgetfulPlay,
    OnePayoff,
    InfinitePayoff,
    NotZeroSum,
    IllegalRandomMove,
    BiasedRandomMove,
    OtherPlayout,
    LazyPlayout,
    StartNotReadBack,
    StartReadLeniently,
    StartPanics,
    UnsteadyDeal,
    Endless,
    WorldWithOtherCard,
    WorldAgainstThePast,
    BiasedWorlds,
    BiasedPreparedWorlds,
    HeavyPreparedWorlds,
    WorldMissing,
    WorldTwice,
    WrongWeight,
    PastTooShort,
    PastWithOtherCard,
    ForgottenHint,
    BiasedDeal,
    ShowsSecret,
    ShowsSecretEvent,
    ShowsOtherText,
    ForfeitPays,
    ForfeitIsNotZeroSum,
    LeakingTensor,
    ForgetfulTensor,
    UnsteadyTensor,
    OtherTensorAtOnce,
}
