import { type ChatEvent, type ChatReaders, chatLinesOf } from './chat-event.ts'

/**
 * Returns the body for a workflow of Teams that begins with a webhook: a message with an Adaptive Card. The older MessageCard is
 * not understood there. Version 1.2 has all that the card uses, and is shown by every client.
 */
export function teamsBodyOf(event: ChatEvent, readers: ChatReaders) {
  const { title, link, facts } = chatLinesOf(event, readers)
  // Teams shows the time of each reader's zone. It takes whole seconds only.
  const at = event.timestamp.replace(/\.\d+Z$/, 'Z')
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    body: [
      { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true },
      ...(facts.length === 0
        ? []
        : [{ type: 'FactSet', facts: facts.map(({ name, value }) => ({ title: name, value })) }]),
      { type: 'TextBlock', text: `{{DATE(${at}, SHORT)}} {{TIME(${at})}}`, isSubtle: true, size: 'Small', wrap: true },
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.name, url: link.url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}
