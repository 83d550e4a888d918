/** What a trigger has to say (RAISE NOTICE) for a mortal process to die of the statement it runs. */
export const deadlyNotice = 'deadly'
