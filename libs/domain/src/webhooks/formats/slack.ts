import { type ChatEvent, type ChatReaders, chatLinesOf } from './chat-event.ts'

/**
 * Returns the body for an incoming webhook of Slack. `text` is the notification; Slack shows the blocks instead in the channel.
 * The link is text and no button, because Slack reports each click on a button to the app, and a webhook's app has no address
 * for that.
 */
export function slackBodyOf(event: ChatEvent, readers: ChatReaders) {
  const { title, link, facts } = chatLinesOf(event, readers)
  const seconds = Math.floor(Date.parse(event.timestamp) / 1_000)
  // Slack shows the time of each reader's zone. After the second bar is what others show.
  const time = `<!date^${seconds}^{date_short_pretty}, {time}|${event.timestamp}>`
  const details = [...facts.map(({ name, value }) => `${name}: ${escapeSlack(value)}`), time]
  return {
    text: escapeSlack(title),
    blocks: [
      mrkdwnSection(`*${escapeSlack(title)}*\n<${escapeSlack(link.url)}|${escapeSlack(link.name)}>`),
      { type: 'context', elements: details.map((text) => ({ type: 'mrkdwn', text })) },
    ],
  }
}

const mrkdwnSection = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })

/** Slack reads these three characters as markup, for example `<!channel>`. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
