export const topics = 'parcel invoice password contract voucher address newsletter warranty'.split(' ')

export const frames = [
  (topic: string) => `How do I change my ${topic}?`,
  (topic: string) => `I want another ${topic}`,
  (topic: string) => `${topic} is wrong, what now`,
  (topic: string) => `Please replace the old ${topic}`,
  (topic: string) => `Somebody gave me a bad ${topic}`,
  (topic: string) => `new ${topic} wanted`,
  (topic: string) => `Is it possible to correct a ${topic} later on?`,
  (topic: string) => `My ${topic} looks strange to me`,
  (topic: string) => `Where can the ${topic} be updated`,
]

/** An answer for each wording of each topic. */
export const knownByTopic = topics.flatMap((topic) =>
  frames.map((frame, i) => ({ answerId: `${topic}-${i}`, question: frame(topic), body: `All of the ${topic}.` })),
)
