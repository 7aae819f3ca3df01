use super::comparisons::COMPARISONS;
use super::planes::{CARDS, Plane, write_cards, write_planes};
use kontra_just4fun::{Field, PlayerView, SIDE};
use kontra_nets::{BadWeights, BatchEvaluator, Graph, Instructions, Network, Op, Shape, Weights};
use std::sync::Arc;

/// Which features weights were trained for: changes when the meaning of an input does.
pub const VERSION: &str = "just4fun-1";

/// The name of the fact that says which features.
pub const FEATURES: &str = "features";

/// The name of the fact that lists the planes.
pub const PLANES: &str = "planes";

/// A network that judges positions of Just 4 Fun, with the planes it wants to see.
#[derive(Clone, Debug)]
pub struct BoardModel {
    network: Network,
    planes: Arc<[Plane]>,
    cards: bool,
}

/// The planes' names as one text, for files.
pub fn plane_names(planes: &[Plane]) -> String {
    planes.iter().map(|plane| plane.name()).collect::<Vec<_>>().join(",")
}

/// Weights that come with the program.
const NAMED: [(&str, &[u8]); 2] = [
    ("fieldnet", kontra_models::JUST4FUN_FIELDNET),
    ("cardfieldnet", kontra_models::JUST4FUN_CARDFIELDNET),
];

/// The network that the parameter `weights` of an agent names, for these instructions: a file, or weights that come
/// with the program. One sentence says what was found instead.
pub fn model_named(name: &str, instructions: Instructions) -> Result<BoardModel, String> {
    let mut all = NAMED.iter().chain(&COMPARISONS);
    let named = all.find(|(known, _)| *known == name);
    match named {
        Some((_, bytes)) => BoardModel::read(bytes, instructions).map_err(|e| e.to_string()),
        None if crate::is_path(name) => {
            let bytes = std::fs::read(name).map_err(|e| format!("'{name}': {e}"))?;
            BoardModel::read(&bytes, instructions).map_err(|e| format!("'{name}': {e}"))
        }
        None => Err(format!("'{name}', which is neither a file's path nor a known name")),
    }
}

impl BoardModel {
    /// A network with these weights, evaluated with these instructions (which may round: see [`Instructions::Amx`]).
    /// The first input is the board with these planes, the second, if there is one, the cards.
    pub fn new(
        (graph, weights): (&Graph, &Weights),
        planes: &[Plane],
        instructions: Instructions,
    ) -> Result<BoardModel, BadWeights> {
        let bad = |why: &str| BadWeights::new(format!("weights: {why}"));
        let inputs: Vec<_> = graph.inputs().collect();
        let is = |at: usize, cells: usize, width: usize| {
            let input = inputs.get(at);
            input.is_some_and(|(value, op)| {
                *op == Op::Dense && graph.shape(*value) == Shape { cells, width }
            })
        };
        let cards = inputs.len() == 2;
        if !is(0, Field::COUNT, planes.len()) || !(inputs.len() == 1 || (cards && is(1, 1, CARDS)))
        {
            return Err(bad(&format!(
                "expected an input of {} × {} numbers, and perhaps one of {CARDS}",
                Field::COUNT,
                planes.len()
            )));
        }
        let width = |name: &str| graph.output(name).map(|value| graph.shape(value).len());
        if width("policy") != Some(Field::COUNT) || width("value") != Some(1) {
            return Err(bad("expected the outputs 'policy' of 36 numbers and 'value' of one"));
        }
        let network = Network::with_instructions(graph, weights, instructions);
        Ok(BoardModel { network, planes: planes.into(), cards })
    }

    /// Reads weights from the bytes of a file.
    pub fn read(bytes: &[u8], instructions: Instructions) -> Result<BoardModel, BadWeights> {
        let (graph, weights, facts) = Weights::from_file(bytes)?;
        let bad = |why: String| BadWeights::new(format!("weights: {why}"));
        let found = facts.get(FEATURES).map_or("none", String::as_str);
        if found != VERSION {
            return Err(bad(format!("expected the features {VERSION}, found {found}")));
        }
        let names = facts.get(PLANES).map_or("", String::as_str);
        let planes: Option<Vec<Plane>> = names.split(',').map(Plane::by_name).collect();
        let planes =
            planes.ok_or_else(|| bad(format!("expected a list of planes, found '{names}'")))?;
        BoardModel::new((&graph, &weights), &planes, instructions)
    }

    /// The network itself.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The planes of the board.
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Whether it is shown the cards.
    pub fn sees_cards(&self) -> bool {
        self.cards
    }

    /// Memory for judgements; one for each thread.
    pub fn judge(&self) -> Judge {
        let evaluator = self.network.evaluator();
        Judge { model: self.clone(), evaluator, board: vec![], cards: vec![], count: 0 }
    }
}

/// Judges batches of positions.
#[derive(Debug)]
pub struct Judge {
    model: BoardModel,
    evaluator: BatchEvaluator,
    board: Vec<f32>,
    cards: Vec<f32>,
    count: usize,
}

impl Judge {
    /// Judges these positions, each as the one whose view it is.
    pub fn judge(&mut self, views: &[PlayerView]) {
        let planes = self.model.planes.len();
        self.board.resize(views.len() * Field::COUNT * planes, 0.0);
        for (view, out) in views.iter().zip(self.board.chunks_exact_mut(Field::COUNT * planes)) {
            write_planes(view, &self.model.planes, out);
        }
        self.count = views.len();
        if self.model.cards {
            self.cards.resize(views.len() * CARDS, 0.0);
            for (view, out) in views.iter().zip(self.cards.chunks_exact_mut(CARDS)) {
                write_cards(view, out);
            }
            self.evaluator.evaluate_dense(&[&self.board, &self.cards], views.len());
        } else {
            self.evaluator.evaluate_dense(&[&self.board], views.len());
        }
    }

    /// What position number `n` of the last batch is worth, between −1 and 1.
    pub fn value(&self, n: usize) -> f32 {
        self.evaluator.output("value").map_or(0.0, |values| values[n])
    }

    /// The policy of position number `n` before the softmax, by place.
    pub fn logits(&self, n: usize) -> &[f32] {
        let all = self.evaluator.output("policy").unwrap_or_default();
        &all[n * Field::COUNT..][..Field::COUNT]
    }

    /// The policy of position number `n`, whose view this is, over fields by number: once over all fields, and once over
    /// those of `legal` alone.
    pub fn policy(
        &self,
        n: usize,
        view: &PlayerView,
        legal: kontra_just4fun::Fields,
    ) -> [[f32; Field::COUNT]; 2] {
        let logits = self.logits(n);
        let board = view.table().board();
        let at = |field: Field| {
            let place = board.place(field);
            logits[SIDE * place.row() + place.column()]
        };
        let softmax = |fields: kontra_just4fun::Fields| {
            let top = fields.into_iter().map(at).fold(f32::NEG_INFINITY, f32::max);
            let mut shares = [0.0; Field::COUNT];
            fields.into_iter().for_each(|field| shares[field.index()] = (at(field) - top).exp());
            let sum: f32 = shares.iter().sum();
            shares.map(|share| if sum > 0.0 { share / sum } else { 0.0 })
        };
        [softmax(kontra_just4fun::Fields::ALL), softmax(legal)]
    }
}
