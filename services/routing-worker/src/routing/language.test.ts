import { languageOfTag } from '@askline/domain/people/language-tag'
import { describe, expect, it, vi } from 'vitest'
import { addLikelyLanguages, buildLanguageFinder, languageOf } from './language.ts'

async function languageOfText(text: string, spoken: string[]) {
  const [question] = await addLikelyLanguages([{ text, language: null }])
  return question && languageOf(question, new Set(spoken))
}

describe('the language of a text', () => {
  it.each([
    ['de', 'Ich habe meine Karte verloren'],
    ['fr', 'Ma carte a été volée, que faire ?'],
    ['nl', 'Hoe verander ik mijn pincode?'],
    ['tr', 'Şifremi nasıl değiştiririm?'],
    ['en', 'How do I reset my card PIN?'],
    ['ko', '카드를 잃어버렸어요'],
    ['ja', '暗証番号を変更したい'],
  ])('is %s for "%s"', async (language, text) => {
    expect(await languageOfText(text, ['en', 'de'])).toBe(language)
  })

  it.each([
    'card lost',
    'Hola',
    'pin',
    '12345 67890 12345 67890',
    '🙂🙂🙂🙂🙂🙂🙂',
    'asdf',
    'ACME-4711 XJ9 qq zz 0815 ABCDE',
  ])('is unknown for "%s"', async (text) => {
    expect(await languageOfText(text, ['en'])).toBeUndefined()
  })

  it.each([
    'Kazakhstan visa in Uzbekistan?',
    'google plus application for android',
    'search my calendar for birthday party',
  ])('is unknown for "%s" if experts speak English, although another language is slightly likelier', async (text) => {
    expect(await languageOfText(text, [])).not.toBe('en')
    expect(await languageOfText(text, ['en'])).toBeUndefined()
  })
})

const threadOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

describe('a finder whose thread fails', () => {
  /** A thread that ends at the text "end", and finds German in any other. */
  const script = threadOf(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, request: { texts } }) => {
      if (texts.includes('end')) process.exit(1)
      parentPort.postMessage({ id, result: texts.map(() => ({ language: 'de', rivals: [] })) })
    })`)

  it('reports it, finds nothing for a minute, and then finds languages in another thread', async () => {
    const onError = vi.fn()
    let now = 0
    const find = buildLanguageFinder({ onError, script, now: () => now })
    expect(await find(['Karte'])).toEqual([{ language: 'de', rivals: [] }])

    expect(await find(['Karte', 'end'])).toEqual([])
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'The thread languages has ended' }),
    )
    now = 59_999
    expect(await find(['Karte'])).toEqual([])

    now = 60_000
    expect(await find(['Karte'])).toEqual([{ language: 'de', rivals: [] }])
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it('leaves questions without a likely language', async () => {
    const find = buildLanguageFinder({ script: threadOf('process.exit(1)') })

    expect(await addLikelyLanguages([{ text: 'Ma carte a été volée', language: null }], find)).toEqual([
      { text: 'Ma carte a été volée', language: null, likelyLanguage: undefined },
    ])
  })
})

it.each([
  ['de-AT', 'de'],
  ['EN', 'en'],
  ['pt_BR', 'pt'],
  ['nb-NO', 'no'],
  ['', undefined],
  [null, undefined],
  ['Deutsch', undefined],
])('the language of the tag %s is %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language)
})
