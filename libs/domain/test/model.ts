import type { EventType } from '@askline/contracts'
import type { Agent, Expert, Step, Tick } from './model-steps.ts'

type Response = {
  by: Expert | Agent | 'nobody'
  /** Of an automatic response, which has no author. */
  reply?: 'PENDING' | 'OPENED' | 'ACCEPTED' | 'REJECTED'
  rating?: string
  thanked?: boolean
  unread: boolean
}

const isAgent = (by: Response['by']) => by === 'dora' || by === 'dean'

/** A question as a person would keep it in their head: no tables, no SQL, only the rules of decisions/moves.md. */
export class Model {
  status = 'UNRESOLVED'
  rerouted = false
  turn: 'experts' | 'asker' | 'agents' | null = 'experts'
  holder: Expert | null = null
  /** The agent who has it. */
  agent: Agent | null = null
  /** The events that its changes raised. */
  readonly events: EventType[] = ['QUESTION_APPROVED']
  readonly pending = new Set<Expert>()
  readonly known = new Set<Expert>()
  /** Experts who declined it or gave it up. A question that is open to all is not open to them. */
  readonly declined = new Set<Expert>()
  /** It was opened to all in this round. */
  isOpened = false
  readonly responses: Response[] = []
  /** System messages that stand, by place: 'q' for the conversation, or the number of a response. */
  messages: { type: string; at: 'q' | number; untilPersonWrites?: true }[] = [{ type: 'NOTIFYING_EXPERTS', at: 'q' }]
  /** The expert who gave the question up. Until the clock `opinion` comes, another may take it. */
  givenUp: Expert | null = null
  readonly clocks = new Set<Tick>(['prompt', 'escalation', 'expiry'])

  get version() {
    return this.events.length
  }

  /** Automatic responses count once they are accepted. */
  get numResponses() {
    return this.responses.filter(({ by, reply }) => by !== 'nobody' || reply === 'ACCEPTED').length
  }

  /** Units of its holder's capacity that the question takes. */
  units(weight: number, waitingWeight: number) {
    if (!this.holder || this.status !== 'UNRESOLVED') return 0
    return this.turn === 'experts' ? weight : waitingWeight
  }

  get isClosed() {
    return this.turn === null
  }

  get isOpen() {
    return this.isOpened && this.status === 'UNRESOLVED' && this.holder === null
  }

  /** By an offer, or because it is open to all. */
  mayTake = (e: Expert) => this.pending.has(e) || (this.isOpen && !this.declined.has(e))
  private knows = (e: Expert) => this.known.has(e) || this.isOpened

  private decline(e: Expert) {
    if (!this.mayTake(e)) return
    this.pending.delete(e)
    this.known.add(e)
    this.declined.add(e)
  }

  /** Makes the step if the rules allow it, and says whether they do. `'nothing'`: allowed, and nothing changes. */
  take(step: Step): 'moved' | 'nothing' | 'refused' {
    const verdict = this.#take(step)
    if (verdict === 'nothing' || verdict === 'refused') return verdict
    this.events.push(verdict)
    return 'moved'
  }

  #take(step: Step): EventType | 'nothing' | 'refused' {
    const unresolved = this.status === 'UNRESOLVED'
    const withAgents = this.status === 'CLOSED_BY_ESCALATION'
    switch (step.do) {
      case 'offer': {
        if (!unresolved || this.turn !== 'experts' || this.holder || this.pending.size > 0) return 'nothing'
        for (const e of step.to) {
          this.pending.add(e)
          this.known.add(e)
        }
        return 'QUESTION_OFFERED'
      }
      case 'open':
        if (!unresolved || this.turn !== 'experts' || this.holder || this.pending.size > 0) return 'nothing'
        this.isOpened = true
        return 'QUESTION_OFFERED'
      case 'claim':
        if (unresolved && this.holder === step.by) return 'nothing'
        if (!unresolved || this.holder || !this.mayTake(step.by)) return 'refused'
        this.holder = step.by
        this.known.add(step.by)
        this.pending.clear()
        this.remove('NOTIFYING_EXPERTS')
        this.turn = 'experts'
        this.clocks.add('lease')
        this.endOpinion()
        return 'QUESTION_CLAIMED'
      case 'release':
        if (!unresolved || this.holder !== step.by) return 'refused'
        this.declined.add(step.by)
        this.backToRouting()
        return 'QUESTION_RELEASED'
      case 'decline':
        if (!this.knows(step.by)) return 'refused'
        this.decline(step.by)
        return 'nothing'
      case 'respond': {
        const claims = unresolved && !this.holder && this.mayTake(step.by)
        const answered = this.responses.some((r) => r.by === step.by)
        if (!unresolved || answered || !(claims || this.holder === step.by)) return 'refused'
        if (claims) this.pending.clear()
        this.holder = step.by
        this.known.add(step.by)
        const event = this.numResponses === 0 ? 'QUESTION_FIRST_RESPONSE' : 'QUESTION_RESPONSE'
        this.responses.push({ by: step.by, unread: true })
        this.remove('NOTIFYING_EXPERTS', 'CUSTOMER_REROUTE_PROMPT')
        this.messages.push({ type: 'ACCEPT_RESPONSE', at: this.responses.length - 1 })
        this.expertWrote()
        return event
      }
      case 'expertWrites':
        if (!unresolved || this.holder !== step.by || !this.responseOf(step.by)) return 'refused'
        this.remove('CUSTOMER_REROUTE_PROMPT')
        this.expertWrote()
        ;(this.responseOf(step.by) as Response).unread = true
        return 'MESSAGE_ADDED'
      case 'mark': {
        if (!unresolved || this.holder !== step.by || !this.responseOf(step.by)) return 'refused'
        this.remove('MARK_AS_RESOLVED')
        this.messages.push({ type: 'MARK_AS_RESOLVED', at: this.responses.findIndex((r) => r.by === step.by) })
        this.waitForAsker()
        this.clocks.delete('silence')
        this.clocks.add('approval')
        return 'QUESTION_MARKED_AS_RESOLVED'
      }
      case 'escalate':
        if (!unresolved || !this.knows(step.by)) return 'refused'
        if (this.holder !== step.by && (this.holder || !(this.mayTake(step.by) || this.responseOf(step.by)))) {
          // Giving up once more changes nothing, and neither does giving up what one was not asked for.
          return this.givenUp ? 'nothing' : 'refused'
        }
        if (this.givenUp) {
          this.decline(step.by)
          return 'nothing'
        }
        // Carlos could take it, whichever of the two gives it up.
        this.givenUp = step.by
        if (this.holder && this.numResponses === 0) this.messages.push({ type: 'NOTIFYING_EXPERTS', at: 'q' })
        if (this.holder) this.isOpened = false
        this.holder = null
        this.pending.delete(step.by)
        this.known.add(step.by)
        this.declined.add(step.by)
        this.clocks.delete('lease')
        this.clocks.add('opinion')
        this.waitForExperts()
        return 'QUESTION_RELEASED'
      case 'askerWrites': {
        if (withAgents) {
          this.turn = 'agents'
          return 'MESSAGE_ADDED'
        }
        if (!unresolved) return 'refused'
        this.personWrote()
        const endsHold = this.clocks.delete('hold')
        if (this.holder) this.clocks.add('lease')
        this.waitForExperts()
        return endsHold ? 'QUESTION_APPROVED' : 'MESSAGE_ADDED'
      }
      case 'respondAutomatically':
        if (!unresolved || this.turn !== 'experts' || this.responses.length > 0) return 'refused'
        if (this.known.size > 0 || this.isOpened) return 'refused'
        this.responses.push({ by: 'nobody', reply: 'PENDING', unread: true })
        this.messages.push({ type: 'AUTORESPONSE', at: 0 })
        this.turn = 'asker'
        this.clocks.delete('prompt')
        this.clocks.delete('escalation')
        this.clocks.add('hold')
        return 'QUESTION_AUTO_RESPONSE'
      case 'confirmAutomatic': {
        const response = this.responses[step.nth]
        if (!unresolved || (response?.reply !== 'PENDING' && response?.reply !== 'OPENED')) return 'refused'
        response.reply = step.quickReply
        if (step.quickReply === 'ACCEPTED') return this.resolve(step.nth, 'ACCEPTED_AUTORESPONSE')
        this.remove('AUTORESPONSE')
        this.messages.push({ type: 'REJECTED_AUTORESPONSE', at: step.nth })
        this.endHold()
        return 'AUTO_RESPONSE_REJECTED'
      }
      case 'hopeless':
      case 'lack': {
        if (!unresolved || this.holder) return 'nothing'
        // No expert is left to take what an expert gave up.
        if (this.givenUp) return this.toAgents('QUESTION_ESCALATED_BY_EXPERT')
        if (this.turn !== 'experts') return 'nothing'
        if (step.do === 'hopeless' && (this.numResponses > 0 || this.known.size > 0 || this.isOpened)) return 'nothing'
        return this.toAgents(
          step.do === 'lack' ? 'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS' : 'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING',
        )
      }
      case 'reroute':
        return unresolved ? this.toAgents('QUESTION_ESCALATED_BY_CUSTOMER') : 'refused'
      case 'withdraw':
        return this.close('WITHDRAW', unresolved || withAgents)
      case 'closeByCompany':
        return this.close('CLOSED_BY_COMPANY', unresolved || withAgents)
      case 'expire':
        return this.expire(unresolved)
      case 'agentWrites': {
        if (!unresolved && !withAgents) return 'refused'
        const own = this.responses.find((r) => r.by === step.agent)
        if (unresolved) this.toAgents('TAKEBACK')
        this.agent = step.agent
        this.turn = 'asker'
        if (withAgents && own) {
          own.unread = true
          return 'MESSAGE_ADDED'
        }
        this.responses.push({ by: step.agent, unread: true })
        this.messages.push({ type: 'ACCEPT_RESPONSE', at: this.responses.length - 1 })
        return unresolved ? 'TAKEBACK' : 'QUESTION_RESPONSE'
      }
      case 'agentTakes':
        if (!withAgents) return 'refused'
        if (this.agent === step.agent) return 'nothing'
        if (this.agent) return 'refused'
        this.agent = step.agent
        return 'QUESTION_TAKEN_BY_AGENT'
      case 'agentReleases':
        if (!withAgents || this.agent !== step.agent) return 'refused'
        this.agent = null
        return 'QUESTION_RELEASED_BY_AGENT'
      case 'resolveByAgent':
        if (!withAgents) return 'refused'
        return this.resolve(this.responses.findLastIndex(({ by }) => isAgent(by)))
      case 'review': {
        const at = this.messages.find((m) => m.type === 'MARK_AS_RESOLVED')?.at
        if (!unresolved || typeof at !== 'number') return 'refused'
        if (step.confirm) return this.resolve(at, 'APPROVED_MARK_AS_RESOLVED')
        this.remove('MARK_AS_RESOLVED')
        this.messages.push({ type: 'CONTESTED_MARK_AS_RESOLVED', at })
        this.turn = 'experts'
        this.clocks.delete('approval')
        this.clocks.delete('silence')
        this.clocks.add('prompt').add('escalation')
        if (this.holder) this.clocks.add('lease')
        return 'RESOLUTION_CONTESTED'
      }
      case 'accept': {
        const response = this.responses[step.nth]
        if (!response || response.by === 'nobody') return 'refused'
        if (!(isAgent(response.by) ? withAgents : unresolved)) return 'refused'
        return this.resolve(step.nth, 'ACCEPTED_RESPONSE')
      }
      case 'rate': {
        const response = this.responses[step.nth]
        if (!response) return 'refused'
        if (response.rating === step.rating) return 'nothing'
        this.messages = this.messages.filter(
          (m) => m.at !== step.nth || !['RATE_RESPONSE', 'ADD_TESTIMONIAL'].includes(m.type),
        )
        response.rating = step.rating
        if (this.status === 'RESOLVED' && step.rating === 'POSITIVE_5' && !response.thanked) {
          this.messages.push({ type: 'ADD_TESTIMONIAL', at: step.nth })
        }
        return 'QUESTION_RATED'
      }
      case 'thank': {
        const response = this.responses[step.nth]
        if (!response || this.status !== 'RESOLVED' || response.thanked) return 'refused'
        response.thanked = true
        this.remove('ADD_TESTIMONIAL')
        this.messages.push({ type: 'ADDED_TESTIMONIAL', at: step.nth })
        return 'TESTIMONIAL_ADDED'
      }
      case 'read': {
        const response = this.responses[step.nth]
        if (!response) return 'refused'
        const changed = response.unread || this.messages.some((m) => m.at === step.nth && !this.seen.has(m))
        response.unread = false
        for (const m of this.messages) if (m.at === step.nth) this.seen.add(m)
        if (response.reply === 'PENDING' && !this.isClosed) {
          response.reply = 'OPENED'
          return 'AUTO_RESPONSE_OPENED'
        }
        return changed ? 'RESPONSE_READ' : 'nothing'
      }
      case 'tick':
        return this.clocks.has(step.what) ? this.tick(step.what) : 'nothing'
    }
  }

  readonly seen = new WeakSet<object>()

  private tick(what: Tick): EventType | 'refused' {
    this.clocks.delete(what)
    if (what === 'expiry') return this.expire(true)
    if (what === 'escalation') return this.toAgents('QUESTION_ESCALATED_BY_TIME')
    if (what === 'opinion') return this.toAgents('QUESTION_ESCALATED_BY_EXPERT')
    if (what === 'lease') {
      this.backToRouting()
      return 'QUESTION_RELEASED'
    }
    if (what === 'hold') {
      this.endHold()
      return 'QUESTION_APPROVED'
    }
    if (what === 'prompt') {
      this.remove('CUSTOMER_REROUTE_PROMPT')
      this.messages.push({ type: 'CUSTOMER_REROUTE_PROMPT', at: 'q' })
      return 'CUSTOMER_REROUTE_PROMPT'
    }
    if (what === 'silence') {
      this.remove('MARK_AS_RESOLVED')
      const at = this.responses.findLastIndex(({ by }) => by !== 'nobody')
      this.messages.push({ type: 'MARK_AS_RESOLVED', at, untilPersonWrites: true })
      this.clocks.add('approval')
      return 'QUESTION_MARKED_AS_RESOLVED'
    }
    const at = this.messages.find((m) => m.type === 'MARK_AS_RESOLVED')?.at
    return this.resolve(at as number, 'APPROVED_MARK_AS_RESOLVED')
  }

  private remove(...types: string[]) {
    this.messages = this.messages.filter((m) => !types.includes(m.type))
  }

  private has = (type: string) => this.messages.some((m) => m.type === type)
  private responseOf = (by: string) => this.responses.findLast((r) => r.by === by)

  private endOpinion() {
    this.givenUp = null
    this.clocks.delete('opinion')
  }

  /** An automatic answer did not settle it: experts are asked, where none has answered. */
  private endHold() {
    this.clocks.delete('hold')
    if (this.numResponses > 0) return
    if (this.turn === 'asker') this.clocks.add('prompt').add('escalation')
    this.turn = 'experts'
  }

  private waitForAsker() {
    this.turn = 'asker'
    this.endOpinion()
    for (const clock of ['prompt', 'escalation', 'lease', 'expiry'] as const) this.clocks.delete(clock)
  }

  /** The time that the asker may be silent starts anew. A mark of an expert stands, one after silence does not. */
  private expertWrote() {
    this.personWrote()
    this.clocks.delete('silence')
    this.clocks.delete('approval')
    this.clocks.add(this.has('MARK_AS_RESOLVED') ? 'approval' : 'silence')
    this.waitForAsker()
  }

  private personWrote() {
    this.messages = this.messages.filter((m) => !m.untilPersonWrites)
  }

  /** The clocks of the experts run on if it was their turn already. Silence is the asker's. */
  private waitForExperts() {
    if (this.turn !== 'experts') this.clocks.add('prompt').add('escalation')
    this.turn = 'experts'
    this.clocks.delete('approval')
    this.clocks.delete('silence')
  }

  private backToRouting() {
    this.holder = null
    this.isOpened = false
    this.clocks.delete('lease')
    if (this.numResponses === 0) this.messages.push({ type: 'NOTIFYING_EXPERTS', at: 'q' })
    this.waitForExperts()
  }

  private endPrompts() {
    this.remove('NOTIFYING_EXPERTS', 'ACCEPT_RESPONSE', 'CUSTOMER_REROUTE_PROMPT', 'MARK_AS_RESOLVED', 'AUTORESPONSE')
    this.pending.clear()
    this.clocks.clear()
    this.givenUp = null
  }

  private toAgents(event: EventType) {
    this.endPrompts()
    this.status = 'CLOSED_BY_ESCALATION'
    this.rerouted = true
    this.holder = null
    this.turn = 'agents'
    this.messages.push({ type: 'QUESTION_REROUTED', at: 'q' })
    return event
  }

  private close(status: string, allowed: boolean) {
    if (!allowed) return 'refused' as const
    this.endPrompts()
    this.status = status
    this.turn = null
    this.messages.push({ type: 'QUESTION_CLOSED', at: 'q' })
    return 'QUESTION_CLOSED' as const
  }

  private expire(allowed: boolean) {
    if (!allowed) return 'refused' as const
    this.endPrompts()
    this.status = 'EXPIRED'
    this.turn = null
    this.messages.push({ type: 'QUESTION_EXPIRED', at: 'q' })
    return 'QUESTION_EXPIRED' as const
  }

  private resolve(at: number, added?: string) {
    this.endPrompts()
    this.status = 'RESOLVED'
    this.turn = null
    if (added) this.messages.push({ type: added, at })
    const response = this.responses[at]
    if (response && !response.rating) this.messages.push({ type: 'RATE_RESPONSE', at })
    if (response?.rating === 'POSITIVE_5') this.messages.push({ type: 'ADD_TESTIMONIAL', at })
    return 'QUESTION_RESOLVED' as const
  }
}
