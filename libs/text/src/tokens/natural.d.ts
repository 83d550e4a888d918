declare module 'natural/lib/natural/stemmers/*' {
  const stemmer: { stem(token: string): string }
  export default stemmer
}

declare module 'natural/lib/natural/util/*' {
  export const words: string[]
}
