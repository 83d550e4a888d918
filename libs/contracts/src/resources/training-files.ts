import { type Static, Type } from 'typebox'
import { fileStatuses, fileTypes, modelVerdicts } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** A refused row of a file. It repeats no value of the row. */
export const FileRefusal = Type.Object({
  line: Type.Integer({ description: 'The line on which the row begins. The first line is 1.' }),
  field: Nullable(Type.String({ description: 'The wrong column, or null if the whole row is wrong.' })),
  reason: Type.String({ description: 'A stable code.' }),
  message: Type.String({ description: 'The reason as a sentence that says what the row must look like.' }),
})
export type FileRefusal = Static<typeof FileRefusal>
/** A stored refusal. Its message is built when it is shown. */
export type StoredRefusal = Omit<FileRefusal, 'message'>

/** A warning about rows with little training value. */
export const FileNote = Type.Object({
  code: Type.Enum(['one_class', 'classes_too_small', 'rows_repeated', 'texts_of_several_classes'] as const),
  count: Type.Integer({ description: 'Of classes, rows or texts.' }),
  message: Type.String({ description: 'The same in words.' }),
})
export type FileNote = Static<typeof FileNote>

/** An uploaded file and its processing status. */
export const FileView = Type.Object({
  uuid: Uuid,
  type: Type.Enum(fileTypes),
  name: Type.String(),
  format: Nullable(Type.Enum(['CSV', 'TSV', 'JSONL'] as const)),
  sizeBytes: Type.Integer(),
  sha256: Type.String({ description: 'Of the bytes as they came, in hexadecimal.' }),
  status: Type.Enum(fileStatuses, {
    description:
      'QUEUED, READING, TRAINING, then READY; REFUSED: nothing of it was taken, see `fault`; FAILED: our fault, nothing of it counts.',
  }),
  progress: Type.Number({ description: '0 to 1, from the upload to READY.' }),
  rowsRead: Type.Integer({ description: 'Without the header and empty lines.' }),
  rowsAccepted: Type.Integer(),
  rowsRefused: Type.Integer(),
  refused: Type.Array(FileRefusal, { description: 'The first hundred refused rows.' }),
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'How many rows were refused for what.' }),
  notes: Type.Optional(
    Type.Array(FileNote, {
      description:
        'Of UTTERANCES that were read: what of them is not learned, or tells less than it seems. Not in lists of files.',
    }),
  ),
  fault: Nullable(
    Type.Object({
      code: Type.String({
        description:
          'A stable slug. Of what FAILED: `worker_lost` where three workers in a row were lost over it, `could_not_be_read` and `training_failed` where reading it, or training with it, failed three times; a dead letter then says why.',
      }),
      message: Type.String(),
      line: Nullable(Type.Integer()),
    }),
  ),
  heldOutAccuracy: Nullable(
    Type.Number({
      description:
        'Of the model that was trained with this file, on examples held out of training; null until then, and where there is too little to train on.',
    }),
  ),
  modelUuid: Nullable(Uuid),
  modelVerdict: Nullable(
    Type.Enum(modelVerdicts, {
      description:
        'What was decided of that model: after WORSE, PINNED or BY_HAND another one runs. The rows are learned again in every later training until the file is removed.',
    }),
  ),
  dateCreated: DateTime,
  dateFinished: Nullable(DateTime),
})
export type FileView = Static<typeof FileView>
