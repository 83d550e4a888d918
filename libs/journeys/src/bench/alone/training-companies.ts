import { setTimeout as pause } from 'node:timers/promises'
import type { FileView } from '@askline/contracts'
import { type Caller, openCaller } from '../../clients/caller.ts'
import type { Ours } from '../ours.ts'
import { makeUtterances } from './utterances.ts'

const longestTrainingMs = 300_000

/** A company that trains. */
export type TrainingCompany = Awaited<ReturnType<Ours['found']>> & {
  name: string
  caller: Caller
  /** Texts that it asks. They are not part of its training examples. */
  texts: string[]
}

/** Creates the `n`th company that trains. */
export async function foundTrainingCompany(ours: Ours, n: number): Promise<TrainingCompany> {
  const { companyId, senders } = await ours.found()
  const caller = openCaller([urlOf(ours)], senders.integrationToken ?? '')
  const texts = makeUtterances(1_000, n + 100).map(({ text }) => text)
  return { name: `company ${n}`, companyId, senders, caller, texts }
}

/** Uploads utterances and waits until the file is READY. Throws if it ends in another state. */
export async function train(
  ours: Ours,
  company: TrainingCompany,
  csv: string,
): Promise<{ tookMs: number; view: FileView }> {
  const from = performance.now()
  const uuid = await upload(ours, company.caller.token, csv)
  for (;;) {
    await pause(100)
    const { data: view } = await company.caller.get<FileView>(`/files/${uuid}`, { patienceMs: 10_000 })
    const tookMs = performance.now() - from
    if (view.status === 'READY') return { tookMs, view }
    if (view.status === 'REFUSED' || view.status === 'FAILED' || tookMs > longestTrainingMs) {
      const why = view.fault?.message ?? `after ${Math.round(tookMs / 1_000)} s`
      throw new Error(`The file of ${company.name} is ${view.status}: ${why}`)
    }
  }
}

async function upload(ours: Ours, token: string, csv: string): Promise<string> {
  const body = new FormData()
  body.set('type', 'UTTERANCES')
  body.set('file', new Blob([csv]), 'utterances.csv')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${urlOf(ours)}/v1/files`, { method: 'POST', headers, body })
  const { data, error } = (await answer.json()) as { data?: FileView; error?: { message: string } }
  if (!data) throw new Error(`The file was not taken: ${answer.status} ${error?.message}`)
  return data.uuid
}

const urlOf = ({ target }: Ours) => `http://127.0.0.1:${target.port}`
