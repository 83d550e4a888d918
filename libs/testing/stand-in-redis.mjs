// Runs npm's js-redis-server on the loopback interface only. By default it listens on every interface.
import { Server } from 'node:net'
import { createRedisMock } from 'js-redis-server'

const listen = Server.prototype.listen
Server.prototype.listen = function listenOnLoopback(port) {
  return listen.call(this, port, '127.0.0.1')
}
await createRedisMock({ port: Number(process.argv[2]) })
