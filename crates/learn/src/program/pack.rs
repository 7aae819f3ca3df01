use super::TrainProblem;
use super::network_file::{read, refused, write_new};
use clap::Args;
use kontra_nets::{Weights, pack, unpack};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct PackArgs {
    /// The network: a file of any game, packed or not
    network: PathBuf,
    /// The file to write; it must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl PackArgs {
    /// Writes the packed file.
    pub(super) fn pack(&self) -> Result<(), TrainProblem> {
        let plain = self.plain()?;
        let packed = pack(&plain).map_err(|e| refused(&self.network, e))?;
        write_new(&self.out, &packed)?;
        println!("{} bytes, {} unpacked", packed.len(), plain.len());
        Ok(())
    }

    /// Writes the safetensors file.
    pub(super) fn unpack(&self) -> Result<(), TrainProblem> {
        let plain = self.plain()?;
        write_new(&self.out, &plain)?;
        println!("{} bytes", plain.len());
        Ok(())
    }

    /// The network's file as it is when it is not packed, and only if it is a network.
    fn plain(&self) -> Result<Vec<u8>, TrainProblem> {
        let bytes = read(&self.network)?;
        let plain = unpack(&bytes).map_err(|e| refused(&self.network, e))?.into_owned();
        Weights::from_file(&plain).map_err(|e| refused(&self.network, e))?;
        Ok(plain)
    }
}
