import { serveRequests } from '@askline/runtime/request-thread'
import { type ConflictCandidate, clusterQuestions, findConflicts } from '@askline/text'
import { type TrainingMaterial, trainModels } from './train-texts.ts'

type Request = { material: TrainingMaterial } | { texts: string[] } | { entries: ConflictCandidate[]; language: string }

function serve(request: Request): unknown {
  if ('texts' in request) return clusterQuestions(request.texts)
  if ('entries' in request) return findConflicts(request.entries, { language: request.language })
  return trainModels(request.material)
}

/** The thread that learns, clusters and compares: receives material, returns the result, one company at a time. */
serveRequests(serve)
