import { carryOutOrders } from '@askline/runtime/order-thread'
import { findLikelyLanguage } from './likely-language.ts'

/** The thread that holds the table of languages: receives texts, returns the likely language of each. */
carryOutOrders(({ texts }: { texts: readonly string[] }) => texts.map(findLikelyLanguage))
