/** Questions with this phrase go to the demo's agents at once. */
export const emergencyPhrase = 'my card was just stolen from me'
/** Questions with this phrase are refused by the demo company. */
export const bannedKeyword = 'casino bonus'
