import type { SignInPerson } from '@askline/domain/access/sign-in'

/**
 * Returns those of the people whose password `isRight` accepts. Always compares `compared` times, without a hash after the last
 * person, because the time must not tell how many companies have the address.
 */
export async function findMatches(
  people: readonly SignInPerson[],
  compared: number,
  isRight: (passwordHash: string | null | undefined) => Promise<boolean>,
): Promise<SignInPerson[]> {
  const matches: SignInPerson[] = []
  for (let at = 0; at < compared; at++) {
    const person = people[at]
    if ((await isRight(person?.passwordHash)) && person) matches.push(person)
  }
  return matches
}
