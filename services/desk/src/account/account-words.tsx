import { Fragment, type ReactNode } from 'react'
import english from '../../messages/account/en.json'
import { openMessages } from '../words/messages.ts'

export type AccountKey = keyof typeof english

const messages = openMessages<AccountKey>(english, { de: () => import('../../messages/account/de.json') })

/** Loads the texts of these pages in the language that `chooseLanguage` chose. */
export const loadAccountMessages = messages.load

/** Returns a text of these pages with `values` in their places. `n` also chooses the plural form. */
export const say = messages.say

/** Returns a text with elements in its places, for example a name in `<bdi>`. */
export const sayWith = (key: AccountKey, elements: Record<string, ReactNode>): ReactNode =>
  [...say(key).matchAll(/\{(\w+)\}|[^{]+/g)].map(({ 0: part, 1: place, index }) => (
    <Fragment key={index}>{place === undefined ? part : elements[place]}</Fragment>
  ))
