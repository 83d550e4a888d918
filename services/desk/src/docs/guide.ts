import authentication from './guide/authentication.md?raw'
import changes from './guide/changes.md?raw'
import clock from './guide/clock.md?raw'
import errors from './guide/errors.md?raw'
import events from './guide/events.md?raw'
import first from './guide/first-question.md?raw'
import lists from './guide/lists.md?raw'
import retries from './guide/retries.md?raw'
import webhooks from './guide/webhooks.md?raw'

/** A page of the guide. `source` is Markdown without the title. */
export type GuidePage = { id: string; title: string; source: string }

/** Splits the title, which is the first line, from a page. */
function readPage(id: string, text: string): GuidePage {
  const [title = '', ...lines] = text.split('\n')
  return { id, title: title.replace(/^# /, ''), source: lines.join('\n') }
}

/** The pages of the guide, in the order of reading. */
export const guide: readonly GuidePage[] = [
  readPage('first-question', first),
  readPage('authentication', authentication),
  readPage('errors', errors),
  readPage('retries', retries),
  readPage('lists', lists),
  readPage('changes', changes),
  readPage('webhooks', webhooks),
  readPage('events', events),
  readPage('clock', clock),
]
