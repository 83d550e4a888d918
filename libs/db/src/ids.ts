import { v7 } from 'uuid'

/** Returns a new row id. Version 7 ids sort by creation, which keeps indexes dense and lists stable. */
export const newId = (): string => v7()
