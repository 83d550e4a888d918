import { type Static, Type } from 'typebox'
import { fileStatuses, fileTypes, modelVerdicts } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** A refused row of a file. It repeats no value of the row. */
export const FileRefusal = Type.Object({
  line: Type.Integer({ description: 'The line on which the row begins. The first line is 1.' }),
  field: Nullable(Type.String({ description: 'The invalid column, or null if the whole row is invalid.' })),
  reason: Type.String({ description: 'A stable code.', examples: ['text_missing'] }),
  message: Type.String({ description: 'The reason as a sentence that states the required format.' }),
})
export type FileRefusal = Static<typeof FileRefusal>
/** A stored refusal. Its message is built when it is shown. */
export type StoredRefusal = Omit<FileRefusal, 'message'>

/** A warning about rows with little training value. */
export const FileNote = Type.Object({
  code: Type.Enum(['one_class', 'classes_too_small', 'rows_repeated', 'texts_of_several_classes'] as const),
  count: Type.Integer({ description: 'Number of affected classes, rows or texts.' }),
  message: Type.String({ description: 'The warning as a sentence.' }),
})
export type FileNote = Static<typeof FileNote>

/** An uploaded file and its processing status. */
export const FileView = Type.Object({
  uuid: Uuid,
  type: Type.Enum(fileTypes),
  name: Type.String({ examples: ['questions.csv'] }),
  format: Nullable(Type.Enum(['CSV', 'TSV', 'JSONL'] as const)),
  sizeBytes: Type.Integer(),
  sha256: Type.String({ description: 'SHA-256 of the uploaded bytes, in hexadecimal.' }),
  status: Type.Enum(fileStatuses, {
    description:
      'QUEUED, READING, TRAINING, then READY. REFUSED: the file is invalid and nothing of it is used; see `fault`. FAILED: an internal error; nothing of it is used.',
  }),
  progress: Type.Number({ description: 'The progress from the upload (0) to READY (1).' }),
  rowsRead: Type.Integer({ description: 'Number of rows read, without the header and empty lines.' }),
  rowsAccepted: Type.Integer(),
  rowsRefused: Type.Integer(),
  refused: Type.Array(FileRefusal, { description: 'The first 100 refused rows.' }),
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'Number of refused rows by reason.' }),
  notes: Type.Optional(
    Type.Array(FileNote, {
      description: 'Warnings about rows with little training value, for UTTERANCES. Absent in lists of files.',
    }),
  ),
  fault: Nullable(
    Type.Object({
      code: Type.String({
        description:
          'A stable code. For FAILED: `worker_lost` if three workers in a row crashed, `could_not_be_read` or `training_failed` if reading or training failed three times. The dead letter has the cause.',
      }),
      message: Type.String(),
      line: Nullable(Type.Integer()),
    }),
  ),
  heldOutAccuracy: Nullable(
    Type.Number({
      description:
        'The accuracy of the model trained with this file, on held-out examples. Null before training, and if there are too few examples.',
    }),
  ),
  modelUuid: Nullable(Uuid),
  modelVerdict: Nullable(
    Type.Enum(modelVerdicts, {
      description:
        'The decision about that model. With WORSE, PINNED or BY_HAND another model keeps running. Later trainings use the rows again until the file is removed.',
    }),
  ),
  dateCreated: DateTime,
  dateFinished: Nullable(DateTime),
})
export type FileView = Static<typeof FileView>
