/** The notice (RAISE NOTICE) of a trigger at which a mortal process crashes. */
export const deadlyNotice = 'deadly'
