export * from './access/audit.ts'
export * from './access/credentials.ts'
export * from './access/families.ts'
export * from './access/personal-credentials.ts'
export * from './access/revoke.ts'
export * from './access/sign-in.ts'
export * from './access/systems.ts'
export * from './access/tokens.ts'
export * from './access/whose.ts'
export * from './actors.ts'
export * from './administration/categories.ts'
export * from './administration/company.ts'
export * from './administration/experts.ts'
export * from './administration/integrations.ts'
export * from './administration/knowledge.ts'
export * from './administration/users.ts'
export * from './clock/advances.ts'
export * from './clock/company-time.ts'
export { durationOf } from './clock/durations.ts'
export { type Step, stepClock, takeAdvances } from './clock/step.ts'
export * from './companies/add-knowledge.ts'
export * from './companies/create-category.ts'
export * from './companies/create-company.ts'
export * from './companies/create-expert.ts'
export * from './companies/create-integration.ts'
export * from './companies/create-person.ts'
export * from './companies/names.ts'
export * from './dead-letters/keep.ts'
export * from './dead-letters/settle.ts'
export * from './errors.ts'
export { mustSuitName } from './files/extension.ts'
export { FileRefusedError } from './files/faults.ts'
export { openInspection } from './files/inspect.ts'
export { findDueFiles, readFile } from './files/read-file.ts'
export { chunkBytes, type NewFile, removeFile, storeFile } from './files/store.ts'
export { findFile, listFiles } from './files/view.ts'
export * from './freshness.ts'
export * from './idempotency.ts'
export { learnAnswer } from './knowledge/learn-answer.ts'
export * from './knowledge/oversight.ts'
export { type AnswerRecord, findAnswerRecords, isContradicted, type KeptRecord } from './knowledge/record.ts'
export { notePresence } from './people/activity.ts'
export { type ExpertChanges, findExpertProfile, updateExpertProfile } from './people/expert-profile.ts'
export * from './people/find.ts'
export * from './people/forget.ts'
export * from './people/forget-again.ts'
export { erasePerson } from './people/forget-erase.ts'
export { endUnlearned, findUnlearning } from './people/forget-learned.ts'
export { languageOfTag } from './people/language-tag.ts'
export { mustLeaveAnAdmin } from './people/last-admin.ts'
export { isWorking } from './people/working-hours.ts'
export { addAgentMessage, resolveByAgent } from './questions/agents.ts'
export { type Ask, type AskQuestion, askQuestion, askTogether, subjectOf } from './questions/ask.ts'
export {
  type AutomaticAnswer,
  confirmAutoResponse,
  type FoundAnswer,
  respondAutomatically,
  respondByFinding,
} from './questions/auto-response.ts'
export { claimQuestion, declineQuestion, releaseQuestion, renewLease } from './questions/claim.ts'
export { editMessage, editQuestion } from './questions/edit.ts'
export { type AddMessage, addMessage } from './questions/message.ts'
export { type Move, type MoveName, moves } from './questions/moves.ts'
export { addTestimonial, rateResponse, worthOf } from './questions/rate.ts'
export { markAsRead } from './questions/read.ts'
export { escalateQuestion, rerouteQuestion } from './questions/reroute.ts'
export { markAsResolved, type Respond, respond } from './questions/respond.ts'
export { acceptResponse, closeQuestion, expireQuestion, reviewMarkAsResolved } from './questions/settle.ts'
export {
  standardExploration,
  standardPromiseShare,
  standardTimes,
  standardWaveSizes,
  standardWeight,
} from './questions/standards.ts'
export { systemTexts } from './questions/system-texts.ts'
export * from './routing/answer-times.ts'
export { findRoutedCategory, type RoutedCategory } from './routing/category.ts'
export { type Lack, mostNamed, type RosterPicture, type RoutingDecision } from './routing/decision.ts'
export { moveDueQuestions, type Sweep } from './routing/due.ts'
export * from './routing/hindrance.ts'
export { type InvariantName, invariants } from './routing/invariants.ts'
export { firstWindow, type Repairs, repairBetweenTables, repairLimbo } from './routing/limbo.ts'
export * from './routing/offer.ts'
export * from './routing/past-evidence.ts'
export { judgePromises, type PromiseOutcome, reportPromises } from './routing/promises.ts'
export {
  giveUpQuarantined,
  mostQuarantinedTries,
  type QuarantinedQuestion,
  quarantineQuestions,
  releaseQuarantined,
  takeQuarantined,
} from './routing/quarantine.ts'
export * from './routing/recorded.ts'
export { type InForce, levelShares, type RequirementFound, requirementInForce } from './routing/requirements.ts'
export { rerouteForLack } from './routing/reroute-for-lack.ts'
export * from './routing/resolved-evidence.ts'
export * from './routing/routable.ts'
export * from './routing/routing-experts.ts'
export { clearSnapshotBytes, readSnapshotBytes, writeSnapshotBytes } from './routing/snapshot-bytes.ts'
export {
  endSnapshotWork,
  findDueSnapshots,
  findSnapshots,
  keepSnapshot,
  putSnapshotBack,
  type Snapshot,
  type SnapshotWork,
  takeSnapshotWork,
  tellSnapshot,
  wantSnapshot,
} from './routing/snapshots.ts'
export { type CompanyTime, findCompanyTimes, type Window } from './routing/windows.ts'
export * from './text/automatic-answers.ts'
export * from './text/known-texts.ts'
export * from './text/narrow.ts'
export * from './text/precision.ts'
export * from './text/requests.ts'
export { findTrainingLanguage, readTrainingTexts, type TrainingText } from './training/material.ts'
export {
  findJudged,
  findRunningModel,
  keepModel,
  type LessonScope,
  type RunningModel,
  readModel,
  stopRunningModel,
  type TrainedModel,
} from './training/models.ts'
export { relabelQuestion } from './training/relabel.ts'
export * from './training/settings.ts'
export * from './training/take.ts'
export * from './training/versions.ts'
export { wantTraining } from './training/wanted.ts'
export * from './views/dates.ts'
export { viewExperts } from './views/experts.ts'
export { mustSee, viewMessage, viewQuestion, viewQuestionAndVersion, viewResponse } from './views/find.ts'
export { listAgentQueue, listInbox } from './views/inbox.ts'
export { findInvariants } from './views/invariants.ts'
export { listMessages, listQuestions, type MessageFilter, type QuestionFilter } from './views/list.ts'
export { explainRouting } from './views/routing.ts'
