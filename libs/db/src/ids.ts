import { v7 } from 'uuid'

/** A new id for a row. Version 7: ids sort by creation, which keeps indexes dense and lists stable. */
export const newId = (): string => v7()
