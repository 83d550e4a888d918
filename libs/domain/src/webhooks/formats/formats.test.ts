import { eventTypes, pageLanguages } from '@askline/contracts'
import { expect, test } from 'vitest'
import { type ChatEvent, type ChatReaders, chatLinesOf } from './chat-event.ts'
import { eventTitles } from './event-titles.ts'
import { slackBodyOf } from './slack.ts'
import { teamsBodyOf } from './teams.ts'

const english: ChatReaders = { language: 'en', publicUrl: 'https://help.example.com' }
const german: ChatReaders = { ...english, language: 'de' }
const questionUuid = '0192d3f0-7b1c-7e07-9a53-000000000001'
const timestamp = '2026-01-31T09:30:00.250Z'
const claimed: ChatEvent = { type: 'QUESTION_CLAIMED', timestamp, data: { questionUuid } }

test('Slack gets a notification, a link to the question and the time of each reader', () => {
  expect(slackBodyOf(claimed, english)).toEqual({
    text: 'An expert claimed a question',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `*An expert claimed a question*\n<https://help.example.com/desk/q/${questionUuid}|Open the question>`,
        },
      },
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: `Question: ${questionUuid}` },
          { type: 'mrkdwn', text: '<!date^1769851800^{date_short_pretty}, {time}|2026-01-31T09:30:00.250Z>' },
        ],
      },
    ],
  })
})

test('Teams gets a message with one Adaptive Card, and its time without milliseconds', () => {
  const { type, attachments } = teamsBodyOf(claimed, german)

  expect([type, attachments.length]).toEqual(['message', 1])
  expect(attachments[0]).toMatchObject({ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null })
  expect(attachments[0]?.content).toMatchObject({
    type: 'AdaptiveCard',
    version: '1.2',
    body: [
      { type: 'TextBlock', text: 'Ein Experte übernahm eine Frage' },
      {
        type: 'FactSet',
        facts: [{ title: 'Frage', value: questionUuid }],
      },
      { type: 'TextBlock', text: '{{DATE(2026-01-31T09:30:00Z, SHORT)}} {{TIME(2026-01-31T09:30:00Z)}}' },
    ],
    actions: [
      {
        type: 'Action.OpenUrl',
        title: 'Frage öffnen',
        url: `https://help.example.com/desk/q/${questionUuid}`,
      },
    ],
  })
})

test('an event of the company links the page of the desk that shows more', () => {
  const forgotten: ChatEvent = { type: 'PERSON_FORGOTTEN', timestamp, data: {} }

  expect(chatLinesOf(forgotten, english)).toEqual({
    title: 'A person was forgotten',
    link: { url: 'https://help.example.com/desk/admin/privacy', name: 'Open the desk' },
    facts: [],
  })
  expect(teamsBodyOf(forgotten, english).attachments[0]?.content.body).toHaveLength(2)
})

test('a type without a title is shown as it is, and Slack reads none of it as markup', () => {
  const { text, blocks } = slackBodyOf({ type: '<!channel> & more', timestamp, data: {} }, english)

  expect(text).toBe('&lt;!channel&gt; &amp; more')
  expect(JSON.stringify(blocks)).not.toContain('<!channel>')
})

test.each(pageLanguages)('every type of event has a title of its own in %s', (language) => {
  const titles = eventTypes.map((type) => eventTitles[language][type])

  expect(titles).not.toContain(undefined)
  expect(new Set(titles).size).toBe(titles.length)
})
