import type { components } from './generated/api.ts'

type Schemas = components['schemas']

export type Question = Schemas['QuestionView']
export type CondensedQuestion = Schemas['CondensedQuestionView']
export type InboxQuestion = Schemas['InboxQuestionView']
export type Response = Schemas['ResponseView']
export type Message = Schemas['MessageView']
export type Draft = Schemas['VersionedDraftView']
export type SavedReply = Schemas['VersionedReplyView']
export type Note = Schemas['NoteView']
export type ExpertProfile = Schemas['VersionedExpertProfileView']
export type TrainingFile = Schemas['FileView']
export type FileType = TrainingFile['type']
export type AuditEntry = Schemas['AuditEntryView']
export type DeadLetter = Schemas['DeadLetterView']
export type Invariant = Schemas['InvariantView']
export type TrainingSettings = Schemas['VersionedTrainingSettingsView']
