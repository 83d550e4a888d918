import type { EventType } from '@askline/contracts'
import { type Answers, type Body, exactly, noAnswer, type Refusal, refuse, uuidOf } from './service.ts'
import { ring } from './socket.ts'

const avatarUrl = null

/** The people of the company whose service the tests stand in for. */
export const people = {
  user: { uuid: uuidOf(901), name: 'Ada', type: 'USER', avatarUrl },
  expert: { uuid: uuidOf(902), name: 'Bruno', type: 'EXPERT', avatarUrl },
  otherExpert: { uuid: uuidOf(903), name: 'Carla', type: 'EXPERT', avatarUrl },
  agent: { uuid: uuidOf(904), name: 'Dora', type: 'AGENT', avatarUrl },
  admin: { uuid: uuidOf(905), name: 'Edda', type: 'AGENT', avatarUrl },
}
type Person = (typeof people)[keyof typeof people]

const began = Date.UTC(2026, 0, 31, 9, 30)
/** Seconds since the first test began. Each change takes one. */
let seconds = 0
const nextDate = () => `${new Date(began + ++seconds * 1_000).toISOString().slice(0, 19)}Z`
let lastId = 0

/** Returns a text as the HTML that the service makes of it without Markdown. */
const toHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export type KeptQuestion = ReturnType<typeof keepQuestion>

/** Returns a question of Ada that the service keeps, offered to Bruno. `changes` differ from the example of the document. */
export function keepQuestion(text: string, changes: Body = {}) {
  const uuid = uuidOf(++lastId + 10_000)
  const dateCreated = nextDate()
  let question: Body = {
    uuid,
    dateCreated,
    expirationDate: null,
    isClaimed: false,
    takenBy: undefined,
    claim: undefined,
    offer: { hindrance: null, isOpenToAll: false, dateDue: null, reasons: [], reasonCodes: [] },
    ...changes,
  }
  let state: Body = {
    numResponses: 0,
    isClosed: false,
    dateClosed: null,
    rerouteStatus: exactly({ isRerouted: false, dateRerouted: null }),
    ...changes.state,
  }
  let lastUpdated = dateCreated
  let version = 1
  let unread = 0
  let draft = { text: '', version: 0 }
  const messages: Body[] = []
  const responses: Body[] = []
  const notes: Body[] = []

  const show = (): Body => ({
    ...question,
    lastUpdated,
    state,
    conversation: {
      subject: text,
      text,
      textHtml: toHtml(text),
      author: people.user,
      unreadMessageCount: unread,
      messagesCursor: null,
      ...changes.conversation,
      messages,
      responses,
    },
  })
  /** Ends a change: the page is told of it as by the notifier. */
  const announce = (type: EventType) => {
    lastUpdated = nextDate()
    version++
    ring('question-changed', { questionUuid: uuid, version, type, lastUpdated, correlationId: null })
    ring('inbox-changed', { questionUuid: uuid, type, version, correlationId: null })
    return show()
  }
  const addMessage = (author: Person, body: string, more: Body = {}): Body => {
    const response = more.response ?? responses.find((one) => one.author.uuid === author.uuid)
    const message = {
      id: ++lastId,
      uuid: uuidOf(++lastId + 10_000),
      type: 'MESSAGE',
      dateCreated: nextDate(),
      lastUpdated,
      author,
      body,
      bodyHtml: toHtml(body),
      actions: [],
      potentialExperts: undefined,
      questionUuid: uuid,
      responseUuid: response?.uuid ?? null,
      ...more,
      response: undefined,
    }
    const list: Body[] = response?.messages ?? messages
    list.push(message)
    return message
  }

  return {
    uuid,
    show,
    notes,
    draft: {
      value: () => draft.text,
      version: () => String(draft.version),
      /** Stores a draft, as another device does. */
      write(text: string) {
        draft = { text, version: draft.version + 1 }
        return { text, version: String(draft.version) }
      },
    },
    /** The texts of all messages, in the order in which they were written. */
    texts: (): string[] => [...messages, ...responses.flatMap((one) => one.messages)].map(({ body }) => body),
    responseOf: (at: number): Body => responses[at],
    change(next: Body, type: EventType = 'QUESTION_EDITED') {
      state = { ...state, ...next.state }
      question = { ...question, ...next, state: undefined }
      return announce(type)
    },
    claim() {
      const leaseUntil = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '')
      question = { ...question, isClaimed: true, claim: { fence: 1, leaseUntil }, offer: undefined }
      return announce('QUESTION_CLAIMED')
    },
    /** Adds the first answer of an expert. */
    respond(author: Person, body: string): Body {
      const response: Body = {
        uuid: uuidOf(++lastId + 10_000),
        questionUuid: uuid,
        dateCreated: nextDate(),
        lastUpdated,
        author,
        messages: [],
        rating: null,
        isViewedByUser: false,
        quickReply: null,
      }
      responses.push(response)
      addMessage(author, body, { response })
      unread++
      state = { ...state, numResponses: responses.length }
      announce('QUESTION_FIRST_RESPONSE')
      return response
    },
    write(author: Person, body: string, more: Body = {}): Body {
      const message = addMessage(author, body, more)
      if (author !== people.user) unread++
      announce('MESSAGE_ADDED')
      return message
    },
    note(author: Person, body: string): Body {
      const note = {
        uuid: uuidOf(++lastId + 10_000),
        questionUuid: uuid,
        author,
        text: body,
        textHtml: toHtml(body),
        dateCreated: nextDate(),
      }
      notes.push(note)
      return note
    },
    read() {
      unread = 0
      announce('RESPONSE_READ')
      return {}
    },
  }
}

type Reader = 'user' | 'expert' | 'agent' | 'admin'

/** Returns the answers about questions that the service keeps, to a reader with that role. Moves change the questions. */
export function serveQuestions(role: Reader, questions: KeptQuestion[]): Answers {
  const me = people[role]
  const find = (uuid: string | undefined) => questions.find((one) => one.uuid === uuid)
  const about =
    (answer: (question: KeptQuestion, asked: { body: Body; headers: Headers }) => Body | Refusal) =>
    ({ params, body, headers }: { params: Record<string, string>; body: Body; headers: Headers }) => {
      const question = find(params['uuid'] ?? body?.questionUuid)
      return question ? answer(question, { body, headers }) : refuse(404, 'question_not_found')
    }
  const ofResponse = (uuid: string | undefined) =>
    questions.find((one) => one.show().conversation.responses.some((response: Body) => response.uuid === uuid))
  const isShownIn: Record<string, (shown: Body) => boolean> = {
    offered: ({ offer }) => offer !== undefined,
    claimed: ({ claim, state }) => claim !== undefined && !state.isClosed,
    answered: ({ conversation }) => conversation.responses.length > 0,
  }
  const list = (isShown: (shown: Body) => boolean = () => true) =>
    questions
      .map((one) => one.show())
      .filter(isShown)
      .map((shown) => ({ ...shown, state: { ...shown.state, isAnswered: shown.conversation.responses.length > 0 } }))

  return {
    'GET /v1/questions': () => ({ questions: list().map((shown) => ({ ...shown, offer: undefined })) }),
    'GET /v1/experts/me/questions': ({ query }) => {
      const shown = list(isShownIn[query['view'] ?? 'offered'])
      const open = shown.filter(({ offer }) => offer?.isOpenToAll).length
      return {
        questions: shown,
        ...(query['view'] === 'offered' ? { counts: { own: shown.length - open, open } } : { counts: undefined }),
      }
    },
    'GET /v1/agents/questions': () => ({ questions: list() }),
    'GET /v1/questions/{uuid}': about((question) => ({ ...question.show(), offer: undefined })),
    'GET /v1/agents/questions/{uuid}/history': { offers: [], events: [] },
    'GET /v1/questions/{uuid}/notes': about(({ notes }) => ({ notes })),
    'POST /v1/questions/{uuid}/notes': about((question, { body }) => question.note(me, body.text)),
    'GET /v1/replies': { replies: [] },
    'GET /v1/me/drafts/{uuid}': about(({ draft }) => ({ text: draft.value(), version: draft.version() })),
    'PUT /v1/me/drafts/{uuid}': about(({ draft }, { body, headers }) => {
      const wanted = headers.get('if-match')
      if (wanted !== null && wanted !== `"${draft.version()}"`) return refuse(412, 'version_mismatch')
      return draft.write(body.text)
    }),
    'POST /v1/questions/{uuid}/composing': {},
    'POST /v1/questions/{uuid}/claim': about((question) => question.claim()),
    'POST /v1/questions/{uuid}/responses': about((question, { body }) => question.respond(me, body.text)),
    'POST /v1/agents/messages': about((question, { body }) => question.write(me, body.text)),
    'POST /v1/messages': ({ body }) => {
      const question = find(body.questionUuid) ?? ofResponse(body.responseUuid)
      return question?.write(me, body.text) ?? refuse(404, 'question_not_found')
    },
    'POST /v1/responses/{uuid}/markAsRead': ({ params }) => ofResponse(params['uuid'])?.read() ?? noAnswer,
  }
}
