import { insertByTime } from '../columns/by-time.ts'
import { doubles, floats, ints, shorts } from '../columns/growing.ts'
import { hashOf } from '../columns/hash.ts'
import { addPosting, buildPostings } from '../columns/postings.ts'
import { activityWidth, continueActivity } from './activity.ts'
import type { History } from './history-columns.ts'
import { IdColumn } from './id-column.ts'
import { IdNumbers } from './id-numbers.ts'
import { soughtBy, termsOfQuestion } from './question-terms.ts'
import type { PastAnswer, ResolvedQuestion } from './resolved-question.ts'

export function buildHistory(): History {
  const firstTerm = ints()
  firstTerm.push(0)
  return {
    postings: buildPostings(),
    questions: {
      ids: new IdColumn(),
      askedAt: doubles(),
      asker: ints(),
      length: shorts(),
      textHash: ints(),
      firstAnswer: ints(),
      previousOfAsker: ints(),
      firstTerm,
      terms: ints(),
      byTime: ints(),
    },
    answers: {
      expert: ints(),
      question: ints(),
      answeredAt: doubles(),
      acceptedAt: doubles(),
      worth: floats(),
      ratedAt: doubles(),
      nextOfQuestion: ints(),
      previousOfExpert: ints(),
      activity: floats(),
    },
    people: { numbers: new IdNumbers(), ids: [], lastAnswer: ints(), lastQuestion: ints() },
    tags: new Set(),
    timeline: ints(),
  }
}

/** The person's number, given on first sight. */
export function numberOfPerson(history: History, id: string): number {
  const { people } = history
  let person = people.numbers.get(id)
  if (person === undefined) {
    person = people.ids.length
    people.numbers.set(id, person)
    people.ids.push(id)
    people.lastAnswer.push(-1)
    people.lastQuestion.push(-1)
  }
  return person
}

/** Records a question, or brings a recorded one up to date: new answers are added, known answers take the new verdict. */
export function recordQuestion(history: History, question: ResolvedQuestion): void {
  const textHash = hashOf(`${question.text}\n${question.tags?.join(' ') ?? ''}\n${question.topic ?? ''}`)
  let number = history.questions.ids.numberOf(question.questionId)
  if (number !== undefined && history.questions.textHash.data[number] !== textHash) {
    forgetQuestionIn(history, question.questionId)
    number = undefined
  }
  number ??= addQuestion(history, question, textHash)
  for (const answer of question.answers) recordAnswer(history, number, answer)
}

function addQuestion(history: History, question: ResolvedQuestion, textHash: number): number {
  const { questions, people, postings } = history
  const number = questions.ids.add(question.questionId)
  const terms = termsOfQuestion(question)
  for (const term of soughtBy(terms)) questions.terms.push(term)
  for (const tag of terms.tags) history.tags.add(tag)
  questions.firstTerm.push(questions.terms.length)
  for (const [term, frequency] of terms.frequencies) addPosting(postings, term, number, frequency)
  const asker = question.askerId === undefined ? -1 : numberOfPerson(history, question.askerId)
  questions.askedAt.push(question.askedAt)
  questions.asker.push(asker)
  questions.length.push(Math.min(terms.length, 65_535))
  questions.textHash.push(textHash)
  questions.firstAnswer.push(-1)
  questions.previousOfAsker.push(asker < 0 ? -1 : people.lastQuestion.data[asker]!)
  if (asker >= 0) people.lastQuestion.data[asker] = number
  insertByTime(questions.byTime, questions.askedAt.data, number)
  return number
}

function recordAnswer(history: History, question: number, answer: PastAnswer): void {
  const { answers, questions, people } = history
  const expert = numberOfPerson(history, answer.expertId)
  const known = answerOf(history, question, expert)
  if (known >= 0) {
    judge(history, known, answer)
    return
  }
  const number = answers.expert.push(expert)
  answers.question.push(question)
  answers.answeredAt.push(answer.answeredAt)
  answers.acceptedAt.push(Number.NaN)
  answers.worth.push(0)
  answers.ratedAt.push(answer.answeredAt)
  answers.nextOfQuestion.push(questions.firstAnswer.data[question]!)
  questions.firstAnswer.data[question] = number
  answers.previousOfExpert.push(-1)
  answers.activity.extend(activityWidth)
  judge(history, number, answer)

  const overtaken: number[] = []
  let previous = people.lastAnswer.data[expert]!
  while (previous >= 0 && answers.answeredAt.data[previous]! > answer.answeredAt) {
    overtaken.push(previous)
    previous = answers.previousOfExpert.data[previous]!
  }
  answers.previousOfExpert.data[number] = previous
  continueActivity(history, number)
  const oldest = overtaken.at(-1)
  if (oldest === undefined) people.lastAnswer.data[expert] = number
  else answers.previousOfExpert.data[oldest] = number
  for (const later of overtaken.reverse()) continueActivity(history, later)
  insertByTime(history.timeline, answers.answeredAt.data, number)
}

function judge(history: History, number: number, answer: PastAnswer): void {
  const { answers } = history
  answers.acceptedAt.data[number] = answer.accepted ? (answer.acceptedAt ?? answer.answeredAt) : Number.NaN
  answers.worth.data[number] = worthOf(answer)
  answers.ratedAt.data[number] = answer.ratedAt ?? answer.answeredAt
}

/** Votes on a logarithmic scale and the rating's distance from its middle, added. */
function worthOf({ score = 0, rating = 3 }: PastAnswer): number {
  return (Math.sign(score) * Math.log1p(Math.abs(score))) / 2 + (rating - 3) / 2
}

function answerOf(history: History, question: number, expert: number): number {
  const { answers, questions } = history
  let answer = questions.firstAnswer.data[question]!
  while (answer >= 0 && answers.expert.data[answer] !== expert) answer = answers.nextOfQuestion.data[answer]!
  return answer
}

/** Removes a question's identity, asker and answers from all evidence. Its terms stay as numbers that lead nowhere. */
export function forgetQuestionIn(history: History, questionId: string): void {
  const { questions, answers, people } = history
  const question = questions.ids.numberOf(questionId)
  if (question === undefined) return
  for (let a = questions.firstAnswer.data[question]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
    unlinkFromExpert(history, a)
    answers.expert.data[a] = -1
  }
  const asker = questions.asker.data[question]!
  if (asker >= 0) {
    const next = questions.previousOfAsker.data[question]!
    if (people.lastQuestion.data[asker] === question) people.lastQuestion.data[asker] = next
    else {
      let later = people.lastQuestion.data[asker]!
      while (questions.previousOfAsker.data[later] !== question) later = questions.previousOfAsker.data[later]!
      questions.previousOfAsker.data[later] = next
    }
  }
  const place = questions.byTime.data.indexOf(question)
  questions.byTime.data.copyWithin(place, place + 1, questions.byTime.length)
  questions.byTime.length--
  questions.ids.forget(questionId)
  questions.firstAnswer.data[question] = -1
  questions.asker.data[question] = -1
  questions.askedAt.data[question] = Number.POSITIVE_INFINITY
}

function unlinkFromExpert(history: History, answer: number): void {
  const { answers, people } = history
  const expert = answers.expert.data[answer]!
  const later: number[] = []
  let at = people.lastAnswer.data[expert]!
  while (at !== answer) {
    later.push(at)
    at = answers.previousOfExpert.data[at]!
  }
  const next = later.at(-1)
  if (next === undefined) people.lastAnswer.data[expert] = answers.previousOfExpert.data[answer]!
  else answers.previousOfExpert.data[next] = answers.previousOfExpert.data[answer]!
  for (const affected of later.reverse()) continueActivity(history, affected)
}
