import type { StaffTexts } from '../words/say-to-reader.ts'
import { say } from './desk-words.ts'

export const staffTexts: StaffTexts = {
  'promise.late': () => say('promise.staffLate'),
  'status.yourVerdict': () => say('status.askersVerdict'),
  'system.accept': () => say('system.staffAccept'),
  'system.addTestimonial': () => say('system.staffTestimonial'),
  'system.automatic': () => say('system.staffAutomatic'),
  'system.markedResolved': () => say('system.staffMarkedResolved'),
  'system.rate': () => say('system.staffRate'),
  'system.reroutePrompt': () => say('system.staffReroute'),
}
