import type { DeadLetter } from '@askline/client'
import { codeText } from '../admin-words.ts'
import { ApiText } from '../frame/api-text.tsx'

/** Explains a failure, and the effects of a replay and a discard. */
export function Explanation({ letter }: { letter: DeadLetter }) {
  return (
    <p>
      <ApiText text={describeLetter(letter)} message={letter.explanation} />
    </p>
  )
}

function describeLetter({ kind, name, reason, attempts, outcome, isReplayable }: DeadLetter): string | undefined {
  const [task, replay, discard] = (['task', 'replay', 'discard'] as const).map((part) =>
    codeText(`deadLetter.${part}.${name}`),
  )
  if (task === undefined || replay === undefined || discard === undefined) return undefined
  const happened = codeText(`deadLetter.failed.${kind}`, { task, n: attempts, cause: describeCause(reason) ?? reason })
  if (outcome !== null) return happened
  const effects = isReplayable
    ? codeText('deadLetter.effects', { replay, discard })
    : codeText('deadLetter.effect', { discard })
  return `${happened} ${effects}`
}

function describeCause(reason: string): string | undefined {
  const [, code] = /^postgres_(.+)$/.exec(reason) ?? []
  if (code !== undefined) return codeText('deadLetter.cause.postgres', { code })
  return codeText(`deadLetter.cause.${reason}`) ?? codeText('deadLetter.cause', { code: reason })
}
