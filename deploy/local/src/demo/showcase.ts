import { setTimeout as pause } from 'node:timers/promises'
import { type Client, openClient } from '@askline/client'
import type { DemoFile, DemoQuestion } from './demo-file.ts'
import { bannedKeyword, emergencyPhrase } from './demo-phrases.ts'
import { askers, type Character } from './people.ts'

const offeredWithinMs = 20_000
const trainedWithinMs = 120_000
const pollMs = 100
const automaticallyAnswered = 'How do I activate my card?'

/** Waits until the uploaded files are learned and known answers are given. Throws if a file fails or training takes longer than two minutes. */
export async function waitForTraining(demo: DemoFile): Promise<void> {
  const app = openIntegration(demo)
  try {
    await until('the models of the demo company are trained', trainedWithinMs, async () => {
      for await (const { name, status, fault } of app.files.list()) {
        if (status === 'FAILED') throw new Error(`The demo's file ${name} cannot be learned from: ${fault}`)
        if (status !== 'READY') return undefined
      }
      return true
    })
    // A worker loads the models at the first use, and does not delay a question for them.
    await until('known answers are given', trainedWithinMs, async () => {
      const { content } = await app.answers.find({ text: automaticallyAnswered })
      const { predictedClass } = await app.answers.classify({ text: automaticallyAnswered })
      return content && predictedClass ? true : undefined
    })
  } finally {
    app.close()
  }
}

/**
 * Asks one question for each interesting state, and makes the moves that lead there, as clients of the API would.
 * A question that does not reach its state is reported to `warn` and left out, because Askline works without it.
 */
export async function askShowcase(demo: DemoFile, warn: (sentence: string) => void): Promise<DemoQuestion[]> {
  const opened: Client[] = []
  const open = (client: Client) => {
    opened.push(client)
    return client
  }
  const stage = { app: open(openIntegration(demo)), demo, open }
  const questions: DemoQuestion[] = []
  try {
    for (const [at, scene] of scenes.entries()) {
      const asker = askers[at % askers.length] as Character
      try {
        questions.push(await play(stage, scene, asker))
      } catch (error) {
        warn(`The demo has no question "${scene.state}": ${error instanceof Error ? error.message : error}`)
      }
    }
  } finally {
    for (const client of opened) client.close()
  }
  return questions
}

async function play(stage: Stage, { state, text, category, moves }: Scene, asker: Character): Promise<DemoQuestion> {
  const named = category === undefined ? {} : { questionCategory: category }
  const userEmail = asker.email
  const { uuid } = await stage.app.questions.ask({ text, userEmail, userName: asker.name, ...named })
  await moves?.({ ...stage, uuid, userEmail })
  return { state, uuid, userEmail }
}

type Stage = { app: Client; demo: DemoFile; open: (client: Client) => Client }
/** A question and its asker. */
type Asked = Stage & { uuid: string; userEmail: string }
type Scene = {
  /** The state that the question is in at the end. */
  state: string
  text: string
  category?: 'Community'
  /** The moves that lead to the state. */
  moves?: (asked: Asked) => Promise<unknown>
}

const scenes: Scene[] = [
  { state: 'offered to experts', text: 'Can my accountant get read access to my business account?' },
  {
    state: 'claimed by an expert',
    text: 'Do you offer a joint mortgage for first-time buyers?',
    moves: (asked) => claim(asked),
  },
  {
    state: 'answered, waits for the asker',
    text: 'Which documents does my landlord need from the bank?',
    moves: (asked) => answer(asked, 'Open Profile, Documents, and choose Proof of account. It is signed by us.'),
  },
  {
    state: 'in conversation',
    text: 'Is there a loyalty program with airline miles?',
    async moves(asked) {
      const { expert, responseUuid } = await answer(asked, 'Yes, with three airlines. Which one do you fly with?')
      await asked.app.messages.add({
        responseUuid,
        text: 'Mostly with the one from Lisbon.',
        userEmail: asked.userEmail,
      })
      await expert.messages.add({ responseUuid, text: 'Then you earn one mile for each euro.' })
    },
  },
  {
    state: 'marked as resolved, waits for the asker',
    text: 'Who signs the annual audit letter for our sports club?',
    async moves(asked) {
      const { expert, responseUuid } = await answer(
        asked,
        'Our audit desk signs it in January and sends it to your treasurer.',
      )
      await expert.experts.markAsResolved(responseUuid)
    },
  },
  {
    state: 'resolution contested',
    text: 'My monthly statement shows the wrong company name.',
    async moves(asked) {
      const { expert, responseUuid } = await answer(asked, 'You can change it under Profile, Company.')
      await expert.experts.markAsResolved(responseUuid)
      await asked.app.questions.reviewMarkAsResolved(asked.uuid, { confirm: false, userEmail: asked.userEmail })
    },
  },
  {
    state: 'resolved, rated, with a testimonial',
    text: 'Can I get a paper statement for my visa application?',
    async moves(asked) {
      const { app, userEmail } = asked
      const { responseUuid } = await answer(asked, 'Yes. Order it under Documents; it arrives within three days.')
      await app.responses.accept(responseUuid, { userEmail })
      await app.responses.rate(responseUuid, { userEmail, rating: 'POSITIVE_5' })
      await app.responses.addTestimonial(responseUuid, { userEmail, text: 'Quick and friendly.' })
    },
  },
  {
    state: 'answered by several experts',
    text: 'What is your best tip for saving money on a long journey?',
    category: 'Community',
    async moves(asked) {
      // The list of offered experts disappears with the first answer.
      const [first, second] = await offeredExperts(asked)
      if (!first || !second) throw new Error('It was offered to one expert only')
      await first.experts.respond(asked.uuid, { text: 'Pay in the local currency.' })
      await second.experts.respond(asked.uuid, { text: 'Take two cards, and freeze the one that you do not need.' })
    },
  },
  {
    state: 'automatic answer, waits for the asker',
    text: automaticallyAnswered,
    moves: (asked) => automaticAnswer(asked),
  },
  {
    state: 'automatic answer accepted',
    text: 'Can I cancel a transfer?',
    async moves(asked) {
      const responseUuid = await automaticAnswer(asked)
      await asked.app.responses.confirmAutoResponse(responseUuid, {
        quickReply: 'ACCEPTED',
        userEmail: asked.userEmail,
      })
    },
  },
  {
    state: 'automatic answer rejected, offered to experts',
    text: 'Why is my card payment still pending?',
    async moves(asked) {
      const responseUuid = await automaticAnswer(asked)
      await asked.app.responses.confirmAutoResponse(responseUuid, {
        quickReply: 'REJECTED',
        userEmail: asked.userEmail,
      })
    },
  },
  {
    state: 'rerouted to the agents',
    text: 'I want to complain about the tone of a phone call.',
    moves: ({ app, uuid, userEmail }) => app.questions.reroute(uuid, { userEmail }),
  },
  {
    state: 'rerouted, answered by an agent',
    text: 'My lawyer needs a letter about the estate of my mother.',
    async moves({ app, demo, open, uuid, userEmail }) {
      await app.questions.reroute(uuid, { userEmail })
      const agent = demo.agents[0]
      if (!agent) throw new Error('The demo has no agent')
      const text = 'I am sorry for your loss. We will send the letter today.'
      await open(openPerson(demo, agent)).agents.addMessage({ questionUuid: uuid, text })
    },
  },
  { state: 'flagged as an emergency', text: `Please help at once, ${emergencyPhrase}.` },
  { state: 'refused because of a banned keyword', text: `Where do I claim my ${bannedKeyword}?` },
  {
    state: 'expired',
    text: 'Is the branch open on Saturday?',
    moves: ({ app, uuid, userEmail }) => app.questions.expire(uuid, { userEmail }),
  },
  {
    state: 'closed by the company',
    text: 'Test of the new contact form, please ignore.',
    moves: ({ app, uuid, userEmail }) => app.questions.close(uuid, { userEmail }),
  },
]

/** Returns the uuid of the automatic response, as soon as the routing worker has written it. */
function automaticAnswer({ app, uuid, userEmail }: Asked): Promise<string> {
  return until('a known answer is given automatically', offeredWithinMs, async () => {
    const question = await app.questions.get(uuid, { userEmail })
    return question?.conversation.responses.find(({ type }) => type === 'AutoResponse')?.uuid
  })
}

/** Claims the question as the first offered expert and returns that expert's client. */
async function claim(asked: Asked): Promise<Client> {
  const [expert] = await offeredExperts(asked)
  if (!expert) throw new Error('The question was not offered to any expert')
  await expert.experts.claim(asked.uuid)
  return expert
}

async function answer(asked: Asked, text: string): Promise<{ expert: Client; responseUuid: string }> {
  const expert = await claim(asked)
  const { uuid: responseUuid } = await expert.experts.respond(asked.uuid, { text })
  return { expert, responseUuid }
}

/** Signs in as the offered experts, as soon as the question is offered. */
async function offeredExperts({ app, demo, open, uuid, userEmail }: Asked): Promise<Client[]> {
  const offered = await until('the question is offered to experts', offeredWithinMs, async () => {
    const question = await app.questions.get(uuid, { userEmail })
    const named = question?.conversation.messages.flatMap(({ potentialExperts }) => potentialExperts?.experts ?? [])
    return named?.length ? named : undefined
  })
  const people = demo.experts.filter((person) => offered.some((expert) => expert.uuid === person.uuid))
  return people.map((person) => open(openPerson(demo, person)))
}

const openIntegration = ({ apiUrl, integration }: DemoFile): Client =>
  openClient({ url: apiUrl, credentials: { token: integration.accessToken } })

const openPerson = ({ apiUrl }: DemoFile, { clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  openClient({ url: apiUrl, credentials: { clientId, clientSecret } })

/** Polls until `look` finds something. Throws an error that names what was expected after `withinMs`. */
async function until<T>(what: string, withinMs: number, look: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > giveUpAt) throw new Error(`Waited ${withinMs / 1000} s, and still not: ${what}`)
    await pause(pollMs)
  }
}
