import { ApiText } from './api-text.tsx'
import { describeLack, type Rule } from './describe-lack.ts'

/** Why nothing is promised at the precision `asked`. Nothing, if the rule promises it. */
export function lackNote(kind: 'classes' | 'answers', rule: Rule, asked: number) {
  return rule.message ? <ApiText text={describeLack(kind, rule, asked)} message={rule.message} /> : undefined
}
