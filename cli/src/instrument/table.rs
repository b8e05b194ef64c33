//! A log as a Parquet file: a row for each event, a column for each field of a line of JSON, and two for values that are numbers.
//!
//! In: lines. Out: a file of row groups. A group is kept in columns until it is full, so that a run that does not end takes no
//! more memory than one group, and a little for each group that was written. The file is whole when it is finished.
//!
//! Source: the Parquet format, its logical types.

use super::sinks::Line;
use monitor::instrument::observe::Number;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// The columns. `integer` and `float` are the value once more, where it is such a number; long integers are texts only.
const SCHEMA: &str = "
    message event {
        REQUIRED INT64 chrono (INTEGER(64, false));
        REQUIRED BYTE_ARRAY code (STRING);
        REQUIRED BYTE_ARRAY value (STRING);
        OPTIONAL INT64 integer (INTEGER(64, true));
        OPTIONAL DOUBLE float;
        OPTIONAL BYTE_ARRAY variable (STRING);
        OPTIONAL BYTE_ARRAY predicate (STRING);
        OPTIONAL INT32 clause (INTEGER(32, false));
        OPTIONAL BYTE_ARRAY file (STRING);
        OPTIONAL INT32 line (INTEGER(32, false));
    }";

/// A row group is full at so many rows, or so many bytes of values: some ten megabytes.
const ROWS: usize = 1 << 16;
const BYTES: usize = 4 << 20;

/// A file that is being written.
pub struct Table {
    writer: SerializedFileWriter<File>,
    rows: Rows,
}

/// The row group that is not full yet.
#[derive(Default)]
struct Rows {
    chrono: Vec<i64>,
    code: Vec<ByteArray>,
    value: Vec<ByteArray>,
    integer: Column<i64>,
    float: Column<f64>,
    variable: Column<ByteArray>,
    predicate: Column<ByteArray>,
    clause: Column<i32>,
    file: Column<ByteArray>,
    line: Column<i32>,
    /// Bytes of values.
    bytes: usize,
    /// Texts that occur again and again.
    names: FxHashMap<Box<str>, ByteArray>,
}

/// What not every row has.
struct Column<T> {
    values: Vec<T>,
    /// For each row, whether it has one: its definition level.
    levels: Vec<i16>,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Column { values: Vec::new(), levels: Vec::new() }
    }
}

impl<T> Column<T> {
    fn push(&mut self, value: Option<T>) {
        self.levels.push(value.is_some().into());
        self.values.extend(value);
    }
}

impl Table {
    /// A table that goes to an empty file.
    pub fn new(file: File) -> io::Result<Table> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // They rise by ones.
            .set_column_dictionary_enabled("chrono".into(), false)
            .set_column_encoding("chrono".into(), Encoding::DELTA_BINARY_PACKED)
            // An index of pages would stay in memory to the end.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_created_by(concat!("horolog version ", env!("CARGO_PKG_VERSION")).into())
            .build();
        let schema = parse_message_type(SCHEMA).expect("the schema is one");
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Table { writer, rows: Rows::default() })
    }

    /// A row more.
    pub fn push(&mut self, line: Line<'_>) -> io::Result<()> {
        self.rows.push(line);
        match self.rows.chrono.len() >= ROWS || self.rows.bytes >= BYTES {
            true => self.write().map_err(failed),
            false => Ok(()),
        }
    }

    /// Writes the row group.
    fn write(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        rows.write(&mut group)?;
        group.close().map(drop)
    }

    /// All rows are there: the file, whole.
    pub fn finish(mut self) -> io::Result<File> {
        if !self.rows.chrono.is_empty() {
            self.write().map_err(failed)?;
        }
        self.writer.into_inner().map_err(failed)
    }
}

impl Rows {
    fn push(&mut self, line: Line<'_>) {
        let (integer, float) = match line.number {
            Some(Number::Int(value)) => (Some(value), None),
            Some(Number::Float(value)) => (None, Some(value)),
            None => (None, None),
        };
        self.bytes += line.value.len();
        // Unsigned numbers are stored by their bits.
        self.chrono.push(line.chrono.cast_signed());
        let code = self.name(line.code);
        self.code.push(code);
        self.value.push(line.value.into_bytes().into());
        self.integer.push(integer);
        self.float.push(float);
        let [variable, predicate, file] =
            [line.variable, line.predicate, line.file].map(|name| name.map(|name| self.name(name)));
        self.variable.push(variable);
        self.predicate.push(predicate);
        self.clause.push(line.clause.map(u32::cast_signed));
        self.file.push(file);
        self.line.push(line.line.map(u32::cast_signed));
    }

    /// A text that is likely to occur again.
    fn name(&mut self, name: &str) -> ByteArray {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let text = ByteArray::from(name.as_bytes().to_vec());
        self.names.insert(name.into(), text.clone());
        text
    }

    /// The columns, in the order of the schema.
    fn write(&self, group: &mut SerializedRowGroupWriter<'_, File>) -> Result<()> {
        write::<Int64Type>(group, &self.chrono, None)?;
        write::<ByteArrayType>(group, &self.code, None)?;
        write::<ByteArrayType>(group, &self.value, None)?;
        write_column::<Int64Type>(group, &self.integer)?;
        write_column::<DoubleType>(group, &self.float)?;
        write_column::<ByteArrayType>(group, &self.variable)?;
        write_column::<ByteArrayType>(group, &self.predicate)?;
        write_column::<Int32Type>(group, &self.clause)?;
        write_column::<ByteArrayType>(group, &self.file)?;
        write_column::<Int32Type>(group, &self.line)
    }
}

fn write_column<T: DataType>(group: &mut SerializedRowGroupWriter<'_, File>, column: &Column<T::T>) -> Result<()> {
    write::<T>(group, &column.values, Some(&column.levels))
}

/// The next column of a row group.
fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has this column");
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

/// What the system said, or what a Parquet file cannot hold.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
