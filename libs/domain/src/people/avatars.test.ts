import { describe, expect, it } from 'vitest'
import { avatarUrlOf } from './avatars.ts'

const drawn = 'https://help.example/v1/avatars/u1'
const shown = (own: string | null, avatarHosts: string[]) =>
  avatarUrlOf('u1', own, { publicUrl: 'https://help.example/v1', avatarHosts })

describe('the picture of a person', () => {
  it('is drawn if they set none', () => {
    expect(shown(null, ['img.example'])).toBe(drawn)
  })

  it('is drawn if the company allows no hosts', () => {
    expect(shown('https://img.example/a.png', [])).toBe(drawn)
  })

  it.each(['https://img.example/a.png', 'https://IMG.example', 'https://img.example/a.png?size=64#x'])(
    'is their own if the company allows its host: %s',
    (own) => {
      expect(shown(own, ['other.example', 'Img.Example'])).toBe(own)
    },
  )

  it.each([
    'https://evil.example/a.png',
    'https://img.example.evil.example/a.png',
    'https://sub.img.example/a.png',
    'https://evil.example/https://img.example/a.png',
    'https://img.example@evil.example/a.png',
    'https://evil.example\\@img.example/a.png',
    'https://ada:pin@img.example/a.png',
    'https://img.example:8443/a.png',
    'http://img.example/a.png',
    'javascript:alert(1)//img.example',
    '//img.example/a.png',
    'img.example',
    '',
  ])('is drawn if the company does not allow its host: %s', (own) => {
    expect(shown(own, ['img.example'])).toBe(drawn)
  })
})
