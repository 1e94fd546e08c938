# docker build -t maitre . && docker run -p 127.0.0.1:8080:8080 -v maitre:/data maitre
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /maitre ./cmd/maitre && mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /maitre /maitre
COPY --from=build --chown=65532:65532 /data /data
USER 65532
WORKDIR /data
VOLUME /data
EXPOSE 8080
# Inside a container everybody is beyond loopback, so tokens are asked for:
# docker exec … /maitre token create --guest C001
ENTRYPOINT ["/maitre"]
CMD ["serve", "--addr", "0.0.0.0:8080", "--auth", "token", "--db", "/data/maitre.db"]
