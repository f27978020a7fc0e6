/* A bare relay, for comparison: connections in groups of four; each frame (u32 length, bytes) that one of a group sends
   goes to all four of it. epoll, no TLS, no checks. Prints its port; ends when its standard input does. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 1024
#define SIZE 131072
static int fds[MOST], place[65536], count;
static unsigned char *held[MOST];
static size_t have[MOST];

static void everybody(int who, const unsigned char *frame, size_t size) {
    int first = who - who % 4;
    for (int i = first; i < first + 4 && i < count; i++)
        if (fds[i] >= 0 && send(fds[i], frame, size, MSG_NOSIGNAL) < 0) continue;
}

int main(void) {
    int door = socket(AF_INET, SOCK_STREAM, 0), one = 1, poll = epoll_create1(0);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(door, (struct sockaddr *)&at, sizeof at) || listen(door, 512)) return 1;
    getsockname(door, (struct sockaddr *)&at, &length);
    printf("%d\n", ntohs(at.sin_port));
    fflush(stdout);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = door}, events[64];
    epoll_ctl(poll, EPOLL_CTL_ADD, door, &event);
    event.data.fd = 0;
    epoll_ctl(poll, EPOLL_CTL_ADD, 0, &event);
    for (;;) {
        int n = epoll_wait(poll, events, 64, -1);
        for (int e = 0; e < n; e++) {
            int fd = events[e].data.fd;
            if (fd == 0) return 0;
            if (fd == door) {
                int peer = accept(door, NULL, NULL);
                if (peer < 0 || count == MOST) continue;
                setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                fds[count] = peer;
                place[peer] = count;
                held[count++] = malloc(SIZE);
                event.data.fd = peer;
                epoll_ctl(poll, EPOLL_CTL_ADD, peer, &event);
                continue;
            }
            int who = place[fd];
            ssize_t got = recv(fd, held[who] + have[who], SIZE - have[who], 0);
            if (got <= 0) {
                close(fd);
                fds[who] = -1;
                continue;
            }
            have[who] += (size_t)got;
            for (;;) {
                uint32_t size;
                if (have[who] < 4) break;
                memcpy(&size, held[who], 4);
                size = ntohl(size) + 4;
                if (have[who] < size) break;
                everybody(who, held[who], size);
                have[who] -= size;
                memmove(held[who], held[who] + size, have[who]);
            }
        }
    }
}
