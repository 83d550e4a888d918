/** The rare states of the gate, in one file. */
export { BusyPage } from './busy-page.tsx'
export { PersonChoice } from './person-choice.tsx'
